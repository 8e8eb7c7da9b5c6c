/** What a search can be narrowed to, as the page knows it: the index carries no names for it. */
import type { SearchFilter } from '../../contracts/search-index.ts'

/** One value of a filter, with the name that readers see. */
export type Choice = { readonly value: string; readonly name: string; readonly dye?: string }
export type Choices = Readonly<Record<SearchFilter, readonly Choice[]>>
