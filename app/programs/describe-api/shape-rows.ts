// A schema as rows of a table: a line for each field, those of inner objects below it.
import { z } from 'zod';

export interface FieldRow {
  readonly path: string;
  readonly type: string;
  readonly summary: string;
}

/** As much of JSON Schema as our shapes use. */
interface Node {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Node>>;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly propertyNames?: Node;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly description?: string;
}

export interface Shape {
  /** What the whole is: an object, a list of something, one of several. */
  readonly type: string;
  readonly rows: readonly FieldRow[];
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
  array: 'list',
};
const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'moment', date: 'day' };

const formatAnchor = (name: string): string => `[${name}](#${name.toLowerCase()})`;
const nameIn = (ref: string): string => ref.slice('#/$defs/'.length);
const formatCode = (value: unknown): string =>
  `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const listVariants = (node: Node): readonly Node[] => node.anyOf ?? node.oneOf ?? [];
const isNull = (node: Node): boolean => node.type === 'null';

function formatRange({ minimum, maximum, maxLength }: Node): string {
  if (maxLength !== undefined) return `, up to ${maxLength} characters`;
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return minimum !== undefined && isBounded ? ` from ${minimum} to ${maximum}` : '';
}

function formatType(node: Node): string {
  if (node.$ref) return formatAnchor(nameIn(node.$ref));
  if (node.const !== undefined) return formatCode(node.const);
  if (node.enum) return node.enum.map(formatCode).join(', ');
  if (listVariants(node).length > 0)
    return [...new Set(listVariants(node).map(formatType))].join(' or ');
  if (node.items) return `list of ${formatType(node.items)}`;
  if (Array.isArray(node.type))
    return node.type.map((name: string) => WORDS[name] ?? name).join(' or ');
  const word = FORMATS[node.format ?? ''] ?? WORDS[String(node.type)] ?? 'anything';
  return `${word}${formatRange(node)}`;
}

/** The objects that a field opens: itself, the rows of a list, the one beside null. */
function opened(node: Node, path: string): readonly (readonly [string, Node])[] {
  if (node.properties) return [[path, node]];
  if (node.items) return opened(node.items, `${path}[]`);
  return listVariants(node)
    .filter((variant) => !isNull(variant))
    .flatMap((variant) => opened(variant, path));
}

function createRows(node: Node, prefix: string): FieldRow[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isOptional = !(node.required ?? []).includes(name);
    const byDefault =
      field.default === undefined ? 'may be absent' : `${formatCode(field.default)} when absent`;
    const text = [field.description ?? '', isOptional ? byDefault : ''].filter(Boolean).join('; ');
    const named = field.propertyNames
      ? [
          {
            path: `${path}.*`,
            type: formatType(field.additionalProperties as Node),
            summary: `for each of ${formatType(field.propertyNames)}`,
          },
        ]
      : [];
    return [
      { path, type: formatType(field), summary: text },
      ...opened(field, path).flatMap(([at, inner]) => createRows(inner, at)),
      ...named,
    ];
  });
}

const buildShape = (node: Node): Shape => ({
  type: formatType(node),
  rows: opened(node, '').flatMap(([at, inner]) => createRows(inner, at)),
});

/** Collects the shapes that have a name of their own while others are told. */
export class ShapeBook {
  private readonly known = new Map<string, { readonly summary: string; readonly shape: Shape }>();

  /** A schema as it is sent (`input`) or answered (`output`). */
  tell(schema: z.ZodType, io: 'input' | 'output'): Shape {
    const node = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Node;
    for (const [name, inner] of Object.entries(node.$defs ?? {}))
      this.known.set(name, { summary: inner.description ?? '', shape: buildShape(inner) });
    return buildShape(node);
  }

  /** In the order of their names. */
  named(): readonly { readonly name: string; readonly summary: string; readonly shape: Shape }[] {
    return [...this.known]
      .map(([name, told]) => ({ name, ...told }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  }
}
