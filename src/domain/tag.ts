import { tags } from '../publication/sections.ts'

export type Tag = keyof typeof tags

export const tagSlugs = Object.keys(tags) as [Tag, ...Tag[]]
