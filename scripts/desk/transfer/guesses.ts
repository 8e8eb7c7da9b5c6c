/** What a source's categories and tags probably are here. A guess is for the editor to look at. */
import {
  type CategorySlug,
  categories,
  categorySlugs,
  legacyCategorySlugs,
} from '../../../src/domain/category.ts'
import { type Tag, tagSlugs, tags } from '../../../src/domain/tag.ts'
import { slugOf } from './our-slug.ts'

/** Words under which other publications file the same things. */
const categoryWords: Readonly<Record<CategorySlug, string>> = {
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

const tagWords: Readonly<Partial<Record<Tag, string>>> = {
  lgbtq: 'lgbt lgbtqia queer gay-rights pride',
  diaspora: 'diasporas migration',
  burma: 'myanmar',
  sriLanka: 'sri-lanka',
}

function wordList<Key extends string>(
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  words: Readonly<Partial<Record<Key, string>>>,
): ReadonlyMap<string, Key> {
  const list = new Map<string, Key>()
  for (const key of keys) {
    for (const word of (words[key] ?? '').split(' ')) if (word) list.set(word, key)
  }
  for (const key of keys) {
    // By its own name before by any other's word.
    for (const word of [slugOf(key), slugOf(nameOf(key))]) if (word) list.set(word, key)
  }
  return list
}

const categoryList = new Map([
  ...Object.entries(legacyCategorySlugs),
  ...wordList(categorySlugs, (slug) => categories[slug].name, categoryWords),
])
const tagList = wordList(tagSlugs, (slug) => tags[slug], tagWords)

export function guessCategory(name: string): CategorySlug | null {
  return categoryList.get(slugOf(name) ?? '') ?? null
}

export function guessTag(name: string): Tag | null {
  return tagList.get(slugOf(name) ?? '') ?? null
}
