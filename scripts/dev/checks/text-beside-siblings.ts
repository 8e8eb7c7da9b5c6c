/**
 * Finds JSX text that breaks when the browser translates the page. Chrome replaces every text node by `<font>`
 * elements, even text that has just changed. React keeps the text nodes that it made, and fails to remove them, to
 * insert before them and to change them; it makes none for text that is the only child of an element.
 *
 * 1. Text that can change is the only child of its element: `<p><b>{count}</b> left</p>`, or one template. 2. Text that
 * can't change has no siblings but other such text, elements of the DOM, and components that always are one. 3.
 * Fragments, lists and the results of components contain no text of their own. 4. A component that puts `children`
 * beside siblings has no text as a child: `<Note><span>Text</span></Note>`.
 *
 * Text that can't change consists of literals and names that are declared outside of functions.
 */
import ts from 'typescript'

/** Several flags may be true for one expression, such as `isOpen ? <b>Open</b> : 'closed'`. */
type Content = { readonly isText: boolean; readonly canChange: boolean }

const fixedElement: Content = { isText: false, canChange: false }
const changingElement: Content = { isText: false, canChange: true }
const fixedText: Content = { isText: true, canChange: false }
const changingText: Content = { isText: true, canChange: true }

export type Components = {
  /** Components that render `children` beside siblings. */
  readonly withMixedChildren: ReadonlySet<string>
  /** Components that are always one element of the DOM. */
  readonly singleElements: ReadonlySet<string>
}

type Names = {
  readonly singleElements: ReadonlySet<string>
  /** Names declared outside of functions. */
  readonly fixed: ReadonlySet<string>
  readonly values: ReadonlyMap<string, ts.Expression>
  readonly functions: ReadonlyMap<string, ts.ConciseBody>
}

type Parent = ts.JsxElement | ts.JsxFragment

const parse = (path: string, text: string) =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)

function visitAll(node: ts.Node, visit: (node: ts.Node) => void) {
  visit(node)
  ts.forEachChild(node, (child) => visitAll(child, visit))
}

function readNames(source: ts.SourceFile, singleElements: ReadonlySet<string>): Names {
  const fixed = new Set<string>()
  const values = new Map<string, ts.Expression>()
  const functions = new Map<string, ts.ConciseBody>()
  visitAll(source, (node) => {
    if (ts.isImportSpecifier(node)) fixed.add(node.name.text)
    if (ts.isFunctionDeclaration(node) && node.name && node.body) {
      if (node.parent === source) fixed.add(node.name.text)
      functions.set(node.name.text, node.body)
    }
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return
    if (node.parent.parent.parent === source) fixed.add(node.name.text)
    const value = node.initializer
    if (value && ts.isArrowFunction(value)) functions.set(node.name.text, value.body)
    else if (value) values.set(node.name.text, value)
  })
  return { singleElements, fixed, values, functions }
}

/** Lists the names in an expression, except those of properties. */
function listNames(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return listNames(node.expression)
  const names: string[] = []
  ts.forEachChild(node, (child) => void names.push(...listNames(child)))
  return names
}

/** Returns whether an expression never changes; hooks and stores may. */
const isFixed = (node: ts.Expression, { fixed }: Names) =>
  listNames(node).every((name) => fixed.has(name) && !/^(?:use[A-Z]|\$)/.test(name))

/** Matches `children`, `props.children` and `children(…)`. */
const isChildren = (node: ts.Expression): boolean =>
  ts.isCallExpression(node)
    ? isChildren(node.expression)
    : (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) &&
      (ts.isIdentifier(node) ? node : node.name).text === 'children'

const isNothing = (node: ts.Expression) =>
  node.kind === ts.SyntaxKind.NullKeyword || node.kind === ts.SyntaxKind.FalseKeyword

const getTagName = (node: ts.Node) =>
  ts.isJsxElement(node)
    ? node.openingElement.tagName.getText()
    : ts.isJsxSelfClosingElement(node)
      ? node.tagName.getText()
      : ''

const isDomElement = (node: ts.Node) => /^[a-z]/.test(getTagName(node))

const isComponent = (node: ts.Node): node is ts.FunctionDeclaration & { name: ts.Identifier } =>
  ts.isFunctionDeclaration(node) && /^[A-Z]/.test(node.name?.text ?? '')

/** Other components may render nothing, or several elements. */
const readElement = (node: ts.Node, { singleElements }: Names) =>
  isDomElement(node) || singleElements.has(getTagName(node)) ? fixedElement : changingElement

function listReturned(body: ts.ConciseBody): ts.Expression[] {
  if (!ts.isBlock(body)) return [body]
  const returned: ts.Expression[] = []
  const visit = (node: ts.Node) => {
    if (ts.isReturnStatement(node) && node.expression) returned.push(node.expression)
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  ts.forEachChild(body, visit)
  return returned
}

/** Lists the possible results of a choice or a list; null for any other expression. */
function listAlternatives(node: ts.Expression, { functions }: Names): ts.Expression[] | null {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse]
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return [node.right]
    if (operator === ts.SyntaxKind.BarBarToken) return [node.left, node.right]
    if (operator === ts.SyntaxKind.QuestionQuestionToken) return [node.left, node.right]
  }
  if (ts.isArrowFunction(node)) return listReturned(node.body)
  if (!ts.isCallExpression(node)) return null
  const [callback] = node.arguments
  if (isCallOfMap(node) && callback && ts.isArrowFunction(callback))
    return listReturned(callback.body)
  const body = ts.isIdentifier(node.expression) && functions.get(node.expression.text)
  return body ? listReturned(body) : null
}

const isCallOfMap = (node: ts.CallExpression) =>
  ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'map'

function readContent(node: ts.Expression, names: Names): Content {
  if (ts.isParenthesizedExpression(node)) return readContent(node.expression, names)
  if (isNothing(node)) return fixedElement
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node))
    return readElement(node, names)
  if (isChildren(node)) return changingElement
  const alternatives = listAlternatives(node, names)
  if (alternatives) {
    const isText = alternatives.some((alternative) => readContent(alternative, names).isText)
    return isText ? changingText : changingElement
  }
  const value = ts.isIdentifier(node) && names.values.get(node.text)
  const content = value && readContent(value, names)
  if (content && !content.isText) return content
  return isFixed(node, names) ? fixedText : changingText
}

function listChildren(parent: Parent, names: Names) {
  return parent.children.flatMap((node) => {
    if (ts.isJsxText(node)) return node.containsOnlyTriviaWhiteSpaces ? [] : { node, ...fixedText }
    if (!ts.isJsxExpression(node)) return { node, ...readElement(node, names) }
    return node.expression ? { node, ...readContent(node.expression, names) } : []
  })
}

const isParent = (node: ts.Node): node is Parent => ts.isJsxElement(node) || ts.isJsxFragment(node)

const unwrap = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? unwrap(node.expression) : node

export function readComponents(
  files: readonly (readonly [path: string, text: string])[],
): Components {
  const withMixedChildren = new Set<string>()
  const singleElements = new Set<string>()
  for (const [path, text] of files) {
    const source = parse(path, text)
    const names = readNames(source, singleElements)
    for (const component of source.statements.filter(isComponent)) {
      const name = component.name.text
      if (component.body && listReturned(component.body).map(unwrap).every(isDomElement))
        singleElements.add(name)
      visitAll(component, (node) => {
        if (isParent(node) && hasMixedChildren(node, names)) withMixedChildren.add(name)
      })
    }
  }
  return { withMixedChildren, singleElements }
}

function hasMixedChildren(parent: Parent, names: Names): boolean {
  const children = listChildren(parent, names)
  const hasChildren = children.some(
    ({ node }) => ts.isJsxExpression(node) && node.expression && isChildren(node.expression),
  )
  return hasChildren && (children.length > 1 || ts.isJsxFragment(parent))
}

/** Returns lines such as `file:line: problem: text`. */
export function findTextBesideSiblings(
  path: string,
  text: string,
  { withMixedChildren, singleElements }: Components,
): string[] {
  const source = parse(path, text)
  const names = readNames(source, singleElements)
  const problems: string[] = []
  const report = (node: ts.Node, problem: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    const excerpt = node.getText().trim().replace(/\s+/g, ' ').slice(0, 60)
    problems.push(`${path}:${line + 1}: ${problem}: ${excerpt}`)
  }
  const checkChildren = (parent: Parent) => {
    const children = listChildren(parent, names)
    const canAnyChange = children.some(({ canChange }) => canChange)
    for (const { node, isText, canChange } of children) {
      if (!isText) continue
      if (ts.isJsxFragment(parent)) report(node, 'text in a fragment')
      else if (withMixedChildren.has(getTagName(parent)))
        report(node, 'text for a component that puts it beside siblings')
      else if (children.length === 1) checkList(node)
      else if (canChange) report(node, 'text that can change beside siblings')
      else if (canAnyChange) report(node, 'text beside siblings that can change')
    }
  }
  const checkList = (node: ts.Node) => {
    if (ts.isJsxExpression(node) && node.expression && ts.isCallExpression(node.expression))
      if (isCallOfMap(node.expression)) report(node, 'a list of texts')
  }
  visitAll(source, (node) => {
    if (isParent(node)) checkChildren(node)
    if (!isComponent(node)) return
    for (const returned of node.body ? listReturned(node.body) : [])
      if (readContent(returned, names).isText) report(returned, 'a component that is text')
  })
  return problems
}
