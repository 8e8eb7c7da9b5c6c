/** Guesses our categories and tags for a source's, for the editor to check. */
import {
  type CategorySlug,
  categories,
  categorySlugs,
  legacyCategorySlugs,
} from '../../../src/domain/category.ts'
import { type Tag, tagSlugs, tags } from '../../../src/domain/tag.ts'
import { toSlug } from './import-slug.ts'

/** Words under which other publications file the same things. */
const categorySynonyms: Readonly<Record<CategorySlug, string>> = {
  'editors-picks': 'editors-picks editor-picks editors-choice featured',
  culture: 'culture arts art books literature music theatre lifestyle life travel photography',
  'film-and-tv': 'film films movie movies cinema tv television streaming screen bollywood',
  food: 'food recipe recipes cooking restaurants drink food-and-drink',
  'business-tech':
    'business economy economics finance markets money tech technology startups business-tech',
  politics: 'politics news national world international government elections diplomacy policy law',
  'science-and-technology': 'science environment climate nature space science-tech',
  health: 'health medicine wellness wellbeing health-science',
  profiles: 'profiles profile people interviews interview portraits obituaries obituary',
  opinion: 'opinion opinions op-ed op-eds editorial editorials column columns comment essays views',
  sports: 'sport sports cricket football hockey athletics',
}

const tagSynonyms: Readonly<Partial<Record<Tag, string>>> = {
  lgbtq: 'lgbt lgbtqia queer gay-rights pride',
  diaspora: 'diasporas migration',
  burma: 'myanmar',
  sriLanka: 'sri-lanka',
}

function buildSynonymMap<Key extends string>(
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  synonyms: Readonly<Partial<Record<Key, string>>>,
): ReadonlyMap<string, Key> {
  const synonymMap = new Map<string, Key>()
  for (const key of keys) {
    for (const word of (synonyms[key] ?? '').split(' ')) if (word) synonymMap.set(word, key)
  }
  for (const key of keys) {
    // By its own name before by any other's word.
    for (const word of [toSlug(key), toSlug(nameOf(key))]) if (word) synonymMap.set(word, key)
  }
  return synonymMap
}

const categoriesBySynonym = new Map([
  ...Object.entries(legacyCategorySlugs),
  ...buildSynonymMap(categorySlugs, (slug) => categories[slug].name, categorySynonyms),
])
const tagsBySynonym = buildSynonymMap(tagSlugs, (slug) => tags[slug], tagSynonyms)

export function guessCategory(name: string): CategorySlug | null {
  return categoriesBySynonym.get(toSlug(name) ?? '') ?? null
}

export function guessTag(name: string): Tag | null {
  return tagsBySynonym.get(toSlug(name) ?? '') ?? null
}
