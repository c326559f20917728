// Finds words that the project's plain-English rules ban: in names, comments, texts, documents and
// commit subjects.
import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { ALLOWED } from './plain-english-allow';
import { ROOT, type SourceFile, listSourceFiles } from './source-files';

type Place = 'name' | 'function' | 'parameter' | 'comment' | 'text' | 'document' | 'commit';

interface Rule {
  /** Key in the baseline file. */
  readonly key: string;
  readonly pattern: RegExp;
  readonly places: readonly Place[];
  /** Only files whose path matches. */
  readonly files?: RegExp;
  /** What to write instead. */
  readonly use: string;
}

export interface Finding {
  readonly key: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly use: string;
}

const EVERYWHERE: readonly Place[] = ['name', 'comment', 'text', 'document'];
const SCREENS = /^app\/(components|routes)\//;
const READERS = /^app\/(components|routes|contracts\/api)\/|\.md$/;

const words = (pattern: string): RegExp => new RegExp(`\\b(?:${pattern})\\b`, 'gi');

const rulesFor = (
  group: string,
  places: readonly Place[],
  table: Readonly<Record<string, string>>,
  files?: RegExp,
): Rule[] =>
  Object.entries(table).map(([pattern, use]) => ({
    key: `${group}: ${pattern}`,
    pattern: words(pattern),
    places,
    use,
    ...(files && { files }),
  }));

/** Verbs that may stand alone as a function's name. */
const VERBS =
  'get|find|list|compute|build|create|format|parse|validate|assert|apply|update|to|from|read|write|open|close|start|stop|run|send|add|remove|clear|loader|action|meta|links|headers|main';

const RULES: readonly Rule[] = [
  ...rulesFor('everywhere', EVERYWHERE, {
    told: 'reported, issued, text',
    'tells?': 'shows, returns',
    foretold: 'forecast',
    anew: 'again',
    likewise: 'also',
    'deeds?': 'order, action',
    nobody: 'no user',
    unrest: 'volatility',
    lest: 'so that … not',
    'retell(?:ing)?': 'replay',
    retold: 'replayed',
    untaken: 'idle',
    '\\w*(?:colour|behaviour|neighbour|realised|annualis)\\w*': 'American spelling',
    centre: 'center',
  }),
  ...rulesFor('names', ['name'], {
    kept: 'cached',
    made: 'created',
    begun: 'created',
    asked: 'requested',
    heard: 'received',
    spoken: 'issued',
    wish: 'target',
    'speak(?:er)?s?': 'forecast',
    'twins?': 'shadow, paired',
    'rivals?': 'benchmark',
    ears: 'exposure',
  }),
  {
    key: 'names: function ends in Of',
    pattern: /^\w+Of$/g,
    places: ['function'],
    use: 'getX, computeX, xFor',
  },
  {
    key: 'names: function of one word',
    pattern: new RegExp(`^(?!(?:${VERBS})$)[a-z]+$`, 'g'),
    places: ['function'],
    use: 'verb + object',
  },
  { key: 'names: ends in Wire', pattern: /\bWire$/g, places: ['name'], use: 'XxxDto' },
  {
    key: 'names: mode: CommodityKey',
    pattern: /^mode: CommodityKey$/g,
    places: ['parameter'],
    use: 'commodity: CommodityKey',
  },
  ...rulesFor('comments', ['comment'], {
    '(?:it|they) (?:knows?|refuses?|wants?|hears?|asks?)': 'name what the code does',
    'what (?:came|became) of': 'outcome of',
    'live and die': 'close together',
  }),
  ...rulesFor(
    'readers',
    ['text', 'document'],
    {
      'the desk': 'the engine, the server',
      'a world': 'a simulated path',
      'in the word': 'signals',
      'in force': 'active',
      'of late': 'recent',
      'by itself': 'auto-trading',
      'eight times in ten': '80% prediction interval',
      'usual revisions?': 'sigma',
      'is no fault': 'idempotent',
      dear: 'high-price, wide',
      ashore: 'landfall',
      'begins? again': 'restarts',
      'the gate': 'pre-trade checks',
    },
    READERS,
  ),
  ...rulesFor(
    'screens',
    ['text'],
    { book: 'account', playbook: 'strategy', '1 (?:days|trades)': '1 day, 1 trade' },
    SCREENS,
  ),
  {
    key: 'commits: first word',
    pattern: /^(?:Tell|Say|Let|Judge|Hold|Mend|wip)\b/gi,
    places: ['commit'],
    use: 'an imperative that names the change',
  },
  {
    key: 'commits: merge of one word',
    pattern: /^Merge \w+$/g,
    places: ['commit'],
    use: 'the name of the feature',
  },
  {
    key: 'commits: more than 60 characters',
    pattern: /^.{61,}$/g,
    places: ['commit'],
    use: 'a shorter subject',
  },
];

/** The words of a name: `findActiveSignal` becomes `heard Signal`. */
const splitName = (name: string): string =>
  name
    .replace(/_/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .trim();

interface Piece {
  readonly place: Place;
  readonly text: string;
  readonly position: number;
}

const isFunctionValue = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/**
 * Strings that no reader sees: module paths, class names, literal types, single words used as keys.
 */
function isHiddenString(node: ts.Node, parent: ts.Node | undefined): boolean {
  if (!parent) return false;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isLiteralTypeNode(parent) || ts.isExternalModuleReference(parent)) return true;
  if (ts.isJsxAttribute(parent))
    return /^(className|key|href|to|d|name)$/.test(parent.name.getText());
  if (ts.isPropertyAssignment(parent)) return parent.name === node;
  return false;
}

const isLiteral = (node: ts.Node): node is ts.LiteralLikeNode =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

/** Names that a node declares, comments around it and texts in it. */
function* iteratePieces(source: ts.SourceFile): Generator<Piece> {
  const seenComments = new Set<number>();
  const { text } = source;
  const commentsAt = (position: number): ts.CommentRange[] =>
    [
      ...(ts.getLeadingCommentRanges(text, position) ?? []),
      ...(ts.getTrailingCommentRanges(text, position) ?? []),
    ].filter(({ pos }) => !seenComments.has(pos) && seenComments.add(pos));
  const pending: ts.Node[] = [source];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const { parent } = node as { parent?: ts.Node };
    if (!ts.isJsxText(node) && !(parent && (ts.isJsxElement(parent) || ts.isJsxFragment(parent))))
      for (const { pos, end } of [...commentsAt(node.pos), ...commentsAt(node.end)])
        yield { place: 'comment', text: text.slice(pos, end), position: pos };
    if (ts.isJsxText(node) && node.text.trim() !== '')
      yield { place: 'text', text: node.text, position: node.pos };
    // A text has a space; a single word is a key.
    if (isLiteral(node) && node.text.includes(' ') && !isHiddenString(node, parent))
      yield { place: 'text', text: node.text, position: node.getStart(source) };
    const { name } = node as { name?: ts.Node };
    const declares =
      name &&
      ts.isIdentifier(name) &&
      (ts.isVariableDeclaration(node) ||
        ts.isParameter(node) ||
        ts.isBindingElement(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isClassElement(node) ||
        ts.isClassDeclaration(node) ||
        ts.isTypeElement(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node));
    if (declares) {
      const position = name.getStart(source);
      yield { place: 'name', text: splitName(name.text), position };
      const isFunction =
        ts.isFunctionDeclaration(node) ||
        ts.isMethodDeclaration(node) ||
        (ts.isVariableDeclaration(node) && isFunctionValue(node.initializer));
      if (isFunction) yield { place: 'function', text: name.text, position };
      if (ts.isParameter(node)) yield { place: 'parameter', text: node.getText(source), position };
    }
    ts.forEachChild(node, (child) => void pending.push(child));
  }
}

/** What the rules find in one piece of text. */
function* findIn(
  place: Place,
  text: string,
  path: string,
  lineAt: (offset: number) => number,
): Generator<Finding> {
  for (const { key, pattern, places, files, use } of RULES) {
    if (!places.includes(place) || (files && !files.test(path))) continue;
    for (const match of text.matchAll(pattern)) {
      const around = text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 40);
      const isAllowed = ALLOWED.some(
        (allowed) => allowed.files.test(path) && allowed.text.test(around),
      );
      if (isAllowed) continue;
      yield { key, path, line: lineAt(match.index), text: around.replace(/\s+/g, ' ').trim(), use };
    }
  }
}

/** Banned words of one file, TypeScript or Markdown. */
export function findInFile({ path, text }: SourceFile): Finding[] {
  if (path.endsWith('.md')) {
    const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
    return [...findIn('document', text, path, lineAt)];
  }
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const findings: Finding[] = [];
  for (const piece of iteratePieces(source)) {
    const lineAt = (offset: number): number =>
      source.getLineAndCharacterOfPosition(Math.min(text.length, piece.position + offset)).line + 1;
    findings.push(...findIn(piece.place, piece.text, path, lineAt));
  }
  return findings;
}

/** Banned words of a commit's subject. */
export const findInSubject = (subject: string): Finding[] => [
  ...findIn('commit', subject, 'commit', () => 1),
];

const git = (...parameters: string[]): string =>
  execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Subjects of the commits made after the one that added `path`; none where there is no history. */
export function listSubjectsSince(path: string): string[] {
  try {
    const [added = ''] = git('log', '--diff-filter=A', '--format=%H %ct', '--', path).split('\n');
    const [commit, seconds] = added.split(' ');
    if (!commit) return [];
    return git('log', '--first-parent', '--format=%ct %s', `${commit}..HEAD`)
      .split('\n')
      .filter((line) => Number(line.split(' ')[0]) > Number(seconds))
      .map((line) => line.replace(/^\d+ /, ''));
  } catch {
    return [];
  }
}

/** This check's own files name the banned words. */
const OWN = /^tests\/(support|house)\/plain-english/;
const SCANNED = /^(app|db|tests)\/.*\.tsx?$|^[^/]+\.md$|^docs\/(?!decisions\/).*\.md$/;

/** All banned words of the project. */
export const findInProject = (): Finding[] =>
  listSourceFiles()
    .filter(({ path }) => SCANNED.test(path) && !OWN.test(path))
    .filter(({ path }) => !path.includes('.generated.'))
    .flatMap(findInFile);

/** How often each rule is broken, every rule listed. */
export function countByRule(findings: readonly Finding[]): Record<string, number> {
  const counts = Object.fromEntries(RULES.map(({ key }) => [key, 0]));
  for (const { key } of findings) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
