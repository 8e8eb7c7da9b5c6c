import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export type RegexLiteral = { readonly place: string; readonly regex: RegExp }

/** `path` is relative to the root. */
export function findRegexLiterals(root: string, path: string): RegexLiteral[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const text = readFileSync(join(root, path), 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind)
  const found: RegexLiteral[] = []
  const visitNode = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push({
        place: `${path}:${line + 1}`,
        regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
      })
    }
    ts.forEachChild(node, visitNode)
  }
  visitNode(source)
  return found
}
