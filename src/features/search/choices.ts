/** What a search can be narrowed by, as the page offers it. */
import type { SearchFilter } from '../../contracts/search-index.ts'

export type Choice = { readonly value: string; readonly name: string; readonly dye?: string }
export type Choices = Readonly<Record<SearchFilter, readonly Choice[]>>
