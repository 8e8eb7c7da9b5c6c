/** Keeps formulas in LaTeX as code, which Markdown doesn't change. */
import type { ConversionContext } from './conversion-context.ts'
import { noteFormula, splitFormulas } from './formulas.ts'
import { createElement, createText, isElement, type Node, withChildren } from './html-tree.ts'

const verbatimTags = new Set(['pre', 'code', 'script', 'style', 'textarea', 'xmp', 'plaintext'])

export function convertFormulas(nodes: readonly Node[], context: ConversionContext): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type === 'text') {
      return splitFormulas(node.value).map((part) =>
        typeof part === 'string' ? createText(part) : createFormula(part.formula, context),
      )
    }
    if (!isElement(node) || verbatimTags.has(node.tagName)) return [node]
    return [{ ...node, children: convertFormulas(node.children, context) }]
  })
}

export function createFormula(formula: string, { losses }: ConversionContext): Node {
  losses.add(noteFormula(formula))
  const code = createElement('code', [createText(formula)])
  return formula.includes('\n')
    ? createElement('pre', [withChildren(code, code.children)], { className: ['language-latex'] })
    : code
}
