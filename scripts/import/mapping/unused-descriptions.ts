/** Finds descriptions in the mapping file that belong to no picture, while the source is read. */
import { findFigures } from '../../../src/content/manuscript/figure-directives.ts'
import type { ImportedPost } from '../items/imported-item.ts'
import type { Items } from '../sources/item-spool.ts'
import { findMappingLine } from './mapping.ts'

/** `unused` is complete once all items have been read. */
export function trackDescriptions(
  items: Items,
  descriptions: ReadonlyMap<string, string>,
): { readonly items: Items; readonly unused: ReadonlySet<string> } {
  const unused = new Set(descriptions.keys())
  async function* passOn() {
    for await (const item of items) {
      if (unused.size > 0 && item.ok && item.value.item === 'post')
        for (const src of listPictures(item.value.post)) unused.delete(src)
      yield item
    }
  }
  return { items: passOn(), unused }
}

function listPictures({ body, image }: ImportedPost): string[] {
  const sources = findFigures(body).map(({ attributes }) => attributes.src)
  return [...sources, image?.src].filter((src) => src !== undefined)
}

/** Returns a text for each unused description, with its line in the file. */
export function describeUnusedDescriptions(
  fileName: string,
  text: string,
  unused: ReadonlySet<string>,
): string {
  return [...unused]
    .map((key) => {
      const line = findMappingLine(text, ['descriptions', key])
      return `${fileName}:${line}: descriptions → ${key}: no picture in the source has this address. Correct or remove it.`
    })
    .join('\n')
}
