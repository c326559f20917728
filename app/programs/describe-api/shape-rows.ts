// Converts a schema to table rows: one per field, including nested objects.
import { z } from 'zod';

export interface FieldRow {
  readonly path: string;
  readonly type: string;
  readonly summary: string;
}

/** The subset of JSON Schema in use. */
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
  /** Type of the whole: an object, a list, or alternatives. */
  readonly type: string;
  readonly rows: readonly FieldRow[];
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
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
const getDefinitionName = (ref: string): string => ref.slice('#/$defs/'.length);
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
  if (node.$ref) return formatAnchor(getDefinitionName(node.$ref));
  if (node.const !== undefined) return formatCode(node.const);
  if (node.enum) return node.enum.map(formatCode).join(', ');
  if (listVariants(node).length > 0)
    return [...new Set(listVariants(node).map(formatType))].join(' or ');
  if (node.items) return `list of ${formatType(node.items)}`;
  if (Array.isArray(node.type))
    return node.type.map((name: string) => TYPE_NAMES[name] ?? name).join(' or ');
  const typeText = FORMATS[node.format ?? ''] ?? TYPE_NAMES[String(node.type)] ?? 'anything';
  return `${typeText}${formatRange(node)}`;
}

/** Nested objects of a field: itself, list elements, and non-null variants. */
function listNestedObjects(node: Node, path: string): readonly (readonly [string, Node])[] {
  if (node.properties) return [[path, node]];
  if (node.items) return listNestedObjects(node.items, `${path}[]`);
  return listVariants(node)
    .filter((variant) => !isNull(variant))
    .flatMap((variant) => listNestedObjects(variant, path));
}

function listFieldRows(node: Node, prefix: string): FieldRow[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isOptional = !(node.required ?? []).includes(name);
    const defaultText =
      field.default === undefined ? 'may be absent' : `${formatCode(field.default)} when absent`;
    const text = [field.description ?? '', isOptional ? defaultText : '']
      .filter(Boolean)
      .join('; ');
    const namedRows = field.propertyNames
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
      ...listNestedObjects(field, path).flatMap(([nestedPath, nestedNode]) =>
        listFieldRows(nestedNode, nestedPath),
      ),
      ...namedRows,
    ];
  });
}

const buildShape = (node: Node): Shape => ({
  type: formatType(node),
  rows: listNestedObjects(node, '').flatMap(([nestedPath, nestedNode]) =>
    listFieldRows(nestedNode, nestedPath),
  ),
});

/** Collects named schemas while converting others. */
export class SchemaCatalog {
  private readonly shapesByName = new Map<
    string,
    { readonly summary: string; readonly shape: Shape }
  >();

  /** Converts the schema of a request (`input`) or response (`output`). */
  convert(schema: z.ZodType, io: 'input' | 'output'): Shape {
    const node = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Node;
    for (const [name, nestedNode] of Object.entries(node.$defs ?? {}))
      this.shapesByName.set(name, {
        summary: nestedNode.description ?? '',
        shape: buildShape(nestedNode),
      });
    return buildShape(node);
  }

  /** Named schemas, sorted by name. */
  listNamed(): readonly {
    readonly name: string;
    readonly summary: string;
    readonly shape: Shape;
  }[] {
    return [...this.shapesByName]
      .map(([name, definition]) => ({ name, ...definition }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  }
}
