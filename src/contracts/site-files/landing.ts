/**
 * The data that the Worker needs to render landing pages between two builds: front page, archives' first pages, feeds
 * and the news sitemap. The build writes a list for each, with what its page shows anyway and some more; the Worker
 * applies the changes since the build. Never served: see `run_worker_first`.
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

/** Fields that lists don't need are left out here and in `landing-story.ts`. */
const authorSchema = storedAuthorSchema
  .omit({ body: true, importedFrom: true, updatedAt: true })
  .extend({ slug: slugSchema, portrait: imageFields.optional() })

export type ListedAuthor = z.infer<typeof authorSchema>

const tagSchema = z.object({ slug: tagSlugSchema, name: z.string() })

/** In the order of the footer, which the Worker renders too. */
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
  /** Including the closed part. */
  words: z.int(),
  /** HTML that everyone can read. In the lists of pages that have a feed. */
  freePreview: z.string().optional(),
})
export type LandingStory = z.infer<typeof landingStorySchema>

export const authorPageSchema = authorSchema.extend({ html: z.string() })
type LandingAuthor = z.infer<typeof authorPageSchema>

const describedTagSchema = tagSchema.extend({ description: z.string() })

/** A `StoryListModel`. */
export const landingListSchema = z.object({
  /** Newest first. */
  stories: z.array(landingStorySchema),
  /** Whether there are no older stories than these. */
  isWhole: z.boolean(),
  /** How many of them the landing page shows, and the newest numbered page if there is one. */
  archive: z.object({ size: z.int(), older: z.int().optional() }).optional(),
  placed: z.array(landingStorySchema).optional(),
  /** Null if the editors have placed nothing. */
  front: placementsSchema.nullable().optional(),
  /** The author, on an author's page. */
  author: authorPageSchema.optional(),
  tag: describedTagSchema.optional(),
})
export type LandingList = z.infer<typeof landingListSchema>

/** A page sorts out 18 stories of a category at most; the others replace what is withdrawn. */
export const frontStoriesPerCategory = 24

/** More than a feed has, for the same reason. */
export const latestListLength = feedLengths.full + 8

type LandingArchive = ArchivePage<LandingStory>

/** The data of a page rendered on demand. The names are those of its template in `src/pages/landing/`. */
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
      /** Newest first, perhaps more than the feed has. */
      readonly stories: readonly LandingStory[]
    }

type LandingFeed =
  | { readonly kind: 'rss' | 'json' | 'news' }
  | { readonly kind: 'category'; readonly slug: CategorySlug }
  | { readonly kind: 'author'; readonly author: LandingAuthor }
