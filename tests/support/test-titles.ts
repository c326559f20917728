// The titles of the tests that a file holds, read from its source.
import ts from 'typescript';
import { ANY } from './checklist.js';

const TEST_CALL = /^(it|test|property)(\.[a-zA-Z]+(\(|$)|$)/;
const NO_TEST = /^test\.(describe|step|use|beforeEach|afterEach|beforeAll|afterAll|setTimeout)/;

/** The places that a table fills: %s and its like, and $name. */
const unfilled = (text: string): string => text.replace(/%%/g, '%').replace(/%[sdifjo]|\$[a-zA-Z.]+/g, ANY);

function titleOf(argument: ts.Expression, isTable: boolean): string | null {
  if (ts.isStringLiteralLike(argument)) return isTable ? unfilled(argument.text) : argument.text;
  if (!ts.isTemplateExpression(argument)) return null;
  return argument.head.text + argument.templateSpans.map(({ literal }) => ANY + literal.text).join('');
}

/** Titles in the order of the source; what differs from case to case is an ellipsis. */
export function testTitles(path: string, text: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(source);
      const [first] = node.arguments;
      const title = first && TEST_CALL.test(called) && !NO_TEST.test(called) ? titleOf(first, called.includes('.each')) : null;
      if (title !== null) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  visit(source);
  return titles;
}
