/**
 * The data that the Worker needs to render landing pages between two builds: the front page, archives' first pages,
 * feeds and the news sitemap. For each page, the build writes a list of the stories that it shows and some more; the
 * Worker applies the changes since the build. The lists are never served: see `run_worker_first`.
 */
import { z } from 'zod'
import type { ArchivePage } from '../../domain/archive/archive-pages.ts'
import {
  accessSchema,
  categorySchema,
  correctionSchema,
  languageSchema,
  tagSlugSchema,
} from '../../domain/article.ts'
import type { CategorySlug } from '../../domain/category.ts'
import { identifierSchema } from '../../domain/identifier.ts'
import { imageFields } from '../../domain/image/image.ts'
import {
  type Placements,
  placementsSchema,
  authorSchema as storedAuthorSchema,
} from '../../domain/publication.ts'
import { slugSchema } from '../../domain/slug.ts'
import type { DescribedTag } from '../../domain/tag.ts'
import { feedLengths } from './feeds.ts'

export const listsPath = '/landing/lists'

/** JSON has no dates. */
const date = z.coerce.date()

/** Omits fields that lists don't need, like `landing-story.ts`. */
const authorSchema = storedAuthorSchema
  .omit({ body: true, importedFrom: true, updatedAt: true })
  .extend({ slug: slugSchema, portrait: imageFields.optional() })

export type ListedAuthor = z.infer<typeof authorSchema>

const tagSchema = z.object({ slug: tagSlugSchema, name: z.string() })

/** Tags in the order of the footer, which the Worker renders too. */
export const tagsPath = '/landing/tags.json'
export const tagListSchema = z.array(tagSchema)

export const landingStorySchema = z.object({
  slug: slugSchema,
  title: z.string(),
  dek: z.string(),
  language: languageSchema,
  identifier: identifierSchema,
  category: categorySchema,
  editorsPick: z.boolean(),
  tags: z.array(tagSchema),
  authors: z.array(authorSchema),
  image: imageFields,
  access: accessSchema,
  corrections: z.array(correctionSchema.extend({ at: date })),
  publishedAt: date,
  /** Includes the closed part. */
  words: z.int(),
  /** HTML for everyone. Only in the lists of pages that have a feed. */
  freePreview: z.string().optional(),
})
export type LandingStory = z.infer<typeof landingStorySchema>

export const authorPageSchema = authorSchema.extend({ html: z.string() })
type LandingAuthor = z.infer<typeof authorPageSchema>

const describedTagSchema = tagSchema.extend({ description: z.string() })

/** Matches `StoryListModel`. */
export const landingListSchema = z.object({
  /** Stories, newest first. */
  stories: z.array(landingStorySchema),
  /** Whether the list contains the oldest stories too. */
  isWhole: z.boolean(),
  /** The number of stories shown on the landing page, and the newest numbered page if there is one. */
  archive: z.object({ size: z.int(), older: z.int().optional() }).optional(),
  placed: z.array(landingStorySchema).optional(),
  /** Null if the editors haven't placed anything. */
  front: placementsSchema.nullable().optional(),
  /** The author, on an author's page. */
  author: authorPageSchema.optional(),
  tag: describedTagSchema.optional(),
})
export type LandingList = z.infer<typeof landingListSchema>

/** A page discards at most 18 stories of a category; the others replace withdrawn ones. */
export const frontStoriesPerCategory = 24

/** A list contains more stories than a feed, so that others replace withdrawn ones. */
export const latestListLength = feedLengths.full + 8

type LandingArchive = ArchivePage<LandingStory>

/** The data of a page rendered on demand. Keys are the names of templates in `src/pages/landing/`. */
export type Landing =
  | {
      readonly view: 'front'
      readonly stories: readonly LandingStory[]
      readonly front: Placements | null
    }
  | { readonly view: 'latest'; readonly archive: LandingArchive }
  | { readonly view: 'category'; readonly slug: CategorySlug; readonly archive: LandingArchive }
  | { readonly view: 'tag'; readonly tag: DescribedTag; readonly archive: LandingArchive }
  | { readonly view: 'author'; readonly author: LandingAuthor; readonly archive: LandingArchive }
  | {
      readonly view: 'feed'
      readonly feed: LandingFeed
      /** Stories, newest first; possibly more than the feed shows. */
      readonly stories: readonly LandingStory[]
    }

type LandingFeed =
  | { readonly kind: 'rss' | 'json' | 'news' }
  | { readonly kind: 'category'; readonly slug: CategorySlug }
  | { readonly kind: 'author'; readonly author: LandingAuthor }
