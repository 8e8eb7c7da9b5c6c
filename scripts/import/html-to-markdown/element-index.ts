import type { Element, Root } from 'hast'
import { decodePercentEncoding } from '../../../src/domain/percent-encoding.ts'
import { getAttribute, walkElements } from './html-tree.ts'

export type NodeLocation = { readonly parent: Element | Root; readonly order: number }

export type ElementIndex = {
  readonly locations: ReadonlyMap<Element, NodeLocation>
  findTarget(link: Element): Element | undefined
  /** Returns the position of the first element that links in a container lead to, or infinity. */
  findEarliestTarget(container: Element): number
}

export function indexElements(root: Root): ElementIndex {
  const locations = new Map<Element, NodeLocation>()
  const targets = new Map<string, Element>()
  const earliestTargets = new Map<Element, number>()
  const walk = (parent: Element | Root) => {
    for (const node of parent.children) {
      if (node.type !== 'element') continue
      locations.set(node, { parent, order: locations.size })
      for (const name of [getAttribute(node, 'id'), getAttribute(node, 'name')]) {
        if (name && !targets.has(name)) targets.set(name, node)
      }
      walk(node)
    }
  }
  walk(root)

  function findTarget(link: Element) {
    const href = getAttribute(link, 'href')
    const hash = href.indexOf('#')
    // The page's own address may precede the hash.
    if (hash < 0 || link.tagName !== 'a') return undefined
    const name = href.slice(hash + 1)
    return targets.get(name) ?? targets.get(decodePercentEncoding(name))
  }

  function findEarliestTarget(container: Element) {
    let earliest = earliestTargets.get(container)
    if (earliest === undefined) {
      earliest = Number.POSITIVE_INFINITY
      for (const link of walkElements(container.children)) {
        const target = findTarget(link)
        if (target) earliest = Math.min(earliest, locations.get(target)?.order ?? earliest)
      }
      earliestTargets.set(container, earliest)
    }
    return earliest
  }

  return { locations, findTarget, findEarliestTarget }
}
