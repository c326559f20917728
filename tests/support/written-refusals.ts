// The sentences that a source file refuses with, read from its syntax; `…` stands for what varies.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './source-files';

interface WrittenRefusal {
  readonly file: string;
  readonly text: string;
  readonly status: number | null;
  readonly code: string | null;
}

/**
 * A sentence or a name; of a constant what it was set to in the same file; null where it is
 * computed.
 */
function formatText(
  node: ts.Expression | undefined,
  constants: ReadonlyMap<string, ts.Expression>,
): string | null {
  if (!node) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  if (ts.isIdentifier(node) && constants.has(node.text))
    return formatText(constants.get(node.text), new Map());
  return null;
}

const MAKERS: Readonly<Record<string, 'status' | 'code' | 'text'>> = {
  RequestFault: 'status',
  createRefusal: 'code',
  SecretError: 'text',
};

export function refusalsIn(file: string): WrittenRefusal[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const constants = new Map<string, ts.Expression>();
  const found: WrittenRefusal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    const maker = isCall ? MAKERS[node.expression.getText(source)] : undefined;
    const [first, second] = isCall ? (node.arguments ?? []) : [];
    const text = formatText(maker === 'text' ? first : second, constants);
    if (maker && text !== null) {
      found.push({
        file,
        text,
        status:
          maker === 'status' && first && ts.isNumericLiteral(first) ? Number(first.text) : null,
        code: maker === 'code' ? formatText(first, constants) : null,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  visit(source); // constants may stand below what uses them
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
