import { tagListSchema, tagsPath } from '../../../src/contracts/site-files/landing.ts'
import type { Tag } from '../../../src/domain/tag.ts'
import { type Assets, readAsset } from './read-asset.ts'

/** Loads the tags of this version of the site, in the footer's order. Throws if they can't be read. */
export type LoadTags = () => Promise<readonly Tag[]>

export function createTagList(assets: Assets): LoadTags {
  let tags: readonly Tag[] | undefined
  return async () => {
    if (!tags) {
      const text = await readAsset(assets, tagsPath)
      if (text === null) return []
      tags = tagListSchema.parse(JSON.parse(text))
    }
    return tags
  }
}
