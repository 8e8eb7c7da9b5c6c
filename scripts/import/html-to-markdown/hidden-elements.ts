/** Removes elements hidden by an attribute or an inline style, with a note. Style sheets can't be considered. */
import type { ConversionContext } from './conversion-context.ts'
import { type LossReport, quoteForReport } from './conversion-losses.ts'
import { getAttribute, getText, type Node } from './html-tree.ts'
import { replaceElements } from './replace-elements.ts'

export const hidingStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

export function removeHiddenElements(
  nodes: readonly Node[],
  { losses }: ConversionContext,
): Node[] {
  return replaceElements(nodes, (node) => {
    const hasAttribute = (node.properties.hidden ?? false) !== false
    if (!hasAttribute && !hidingStyle.test(getAttribute(node, 'style'))) return null
    noteHidden(getText(node.children), losses)
    return []
  })
}

export function noteHidden(text: string, losses: LossReport) {
  const [rest, detail] = text ? ['removed: “{}”', quoteForReport(text)] : ['removed']
  losses.addCounted('lost', 'a hidden part was', 'hidden parts were', rest, detail)
}
