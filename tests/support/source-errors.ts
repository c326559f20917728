// Error messages in a source file, read from its syntax; `…` marks variable parts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './source-files';

interface SourceError {
  readonly file: string;
  readonly text: string;
  readonly status: number | null;
  readonly code: string | null;
}

/** Text of a literal or constant; null when computed. */
function readText(
  node: ts.Expression | undefined,
  constants: ReadonlyMap<string, ts.Expression>,
): string | null {
  if (!node) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  if (ts.isIdentifier(node) && constants.has(node.text))
    return readText(constants.get(node.text), new Map());
  return null;
}

const ERROR_CONSTRUCTORS: Readonly<Record<string, 'status' | 'code' | 'text'>> = {
  HttpError: 'status',
  createRefusal: 'code',
  SecretError: 'text',
};

export function listSourceErrors(file: string): SourceError[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const constants = new Map<string, ts.Expression>();
  const found: SourceError[] = [];
  const visitNode = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    const maker = isCall ? ERROR_CONSTRUCTORS[node.expression.getText(source)] : undefined;
    const [first, second] = isCall ? (node.arguments ?? []) : [];
    const text = readText(maker === 'text' ? first : second, constants);
    if (maker && text !== null) {
      found.push({
        file,
        text,
        status:
          maker === 'status' && first && ts.isNumericLiteral(first) ? Number(first.text) : null,
        code: maker === 'code' ? readText(first, constants) : null,
      });
    }
    ts.forEachChild(node, visitNode);
  };
  visitNode(source);
  visitNode(source); // A constant may be declared below its use.
  return found.filter(
    (refusal, index) =>
      found.findIndex(
        (other) =>
          other.text === refusal.text &&
          other.status === refusal.status &&
          other.code === refusal.code,
      ) === index,
  );
}
