/** The publication's sections, and where readers find them. New colours are defined in styles/tokens.css. */
import { picks, picksSlug } from './picks.ts'
import type { Category, FrontPageSection } from './publication-data.ts'

/** Categories by the last part of their addresses, in the order of the menu and the footer. */
export const categories = {
  [picksSlug]: picks,
  culture: { name: 'Culture', accentColour: 'madder' },
  'film-and-tv': { name: 'Film & TV', accentColour: 'jamun' },
  food: { name: 'Food', accentColour: 'turmeric' },
  'business-tech': { name: 'Business/Tech', accentColour: 'slate' },
  politics: { name: 'Politics', accentColour: 'indigo' },
  'science-and-technology': { name: 'Science & Technology', accentColour: 'peacock' },
  health: { name: 'Health', accentColour: 'rose' },
  profiles: { name: 'Profiles', accentColour: 'henna' },
  opinion: { name: 'Opinion', accentColour: 'clay' },
  sports: { name: 'Sports', accentColour: 'leaf' },
} as const satisfies Record<string, Category>

type Slug = keyof typeof categories

/** Categories' former slugs, whose addresses redirect (301). */
export const legacyCategorySlugs: Readonly<Record<string, Slug>> = {
  'film-tv': 'film-and-tv',
  'health-science': 'health',
  'op-eds': 'opinion',
}

/** Categories in large windows' bar, after the latest stories. */
export const categoryBarSlugs: readonly Slug[] = [
  'editors-picks',
  'culture',
  'politics',
  'film-and-tv',
  'profiles',
  'food',
]

/** The front page's sections, after its lead. */
export const frontPage: {
  /** The category in a column beside the latest stories. */
  readonly besideLatest: Slug
  readonly sections: readonly FrontPageSection<Slug>[]
  /** Short lists side by side, at the end. */
  readonly columns: readonly Slug[]
} = {
  besideLatest: 'editors-picks',
  sections: [
    { category: 'culture', layout: 'wideFeature' },
    { category: 'politics', layout: 'text' },
    { category: 'film-and-tv', layout: 'feature' },
    { category: 'profiles', layout: 'pair' },
    { category: 'food', layout: 'triptych' },
    { category: 'opinion', layout: 'voices' },
  ],
  columns: ['business-tech', 'science-and-technology', 'health', 'sports'],
}

/** Words under which other publications file the same kinds of stories, for the importer's guesses. */
export const categorySynonyms: Readonly<Partial<Record<Slug, string>>> = {
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

/** Synonyms by tag. Tags themselves are documents, which editors create (scripts/desk/README.md). */
export const tagSynonyms: Readonly<Record<string, string>> = {
  lgbtq: 'lgbt lgbtqia queer gay-rights pride',
  diaspora: 'diasporas migration',
  burma: 'myanmar',
  sriLanka: 'sri-lanka',
}
