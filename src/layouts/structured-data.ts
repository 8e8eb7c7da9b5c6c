/** The schema.org objects of a page's head, checked by the vocabulary's types. */
import type {
  BreadcrumbList,
  Event,
  Graph,
  ImageObject,
  NewsArticle,
  NewsMediaOrganization,
  Person,
  ProfilePage,
  Thing,
  WebSite,
} from 'schema-dts'
import { getLastChangedAt } from '../domain/article.ts'
import { findCategory } from '../domain/category.ts'
import { getIdentifier, type Identified } from '../domain/identifier.ts'
import { getImagePath, getSocialCardPath, socialCardSize } from '../domain/image/image-path.ts'
import { estimateReadingMinutes } from '../domain/reading-time.ts'
import { site, socialLinks } from '../publication/identity.ts'

/** The head adds the context. */
export type StructuredData = Thing

/** The selector of an article's closed part. */
const closedPartSelector = '.closed-part'

const toAbsoluteUrl = (path: string, origin: URL) => new URL(path, origin).href

/** Objects that several pages mention have an @id, and are described in full once. */
const getOrganizationId = (origin: URL) => toAbsoluteUrl('/#organization', origin)
const getPersonId = (slug: string, origin: URL) => toAbsoluteUrl(`/author/${slug}#person`, origin)

export function createOrganization(origin: URL): Exclude<NewsMediaOrganization, string> {
  return {
    '@type': 'NewsMediaOrganization',
    '@id': getOrganizationId(origin),
    name: site.name,
    description: site.description,
    url: origin.href,
    logo: image('/icons/512.png', 512, 512, origin),
    foundingDate: site.foundedOn,
    email: site.editorsEmail,
    publishingPrinciples: toAbsoluteUrl('/ethics', origin),
    correctionsPolicy: toAbsoluteUrl('/ethics', origin),
    ethicsPolicy: toAbsoluteUrl('/ethics', origin),
    sameAs: socialLinks.map((link) => link.url),
  }
}

/** Describes the site on the front page only, as Google asks, for its name in results. */
export function createWebSite(origin: URL): WebSite {
  return {
    '@type': 'WebSite',
    '@id': toAbsoluteUrl('/#website', origin),
    name: site.name,
    description: site.description,
    url: origin.href,
    inLanguage: site.language,
    publisher: { '@id': getOrganizationId(origin) },
  }
}

type BreadcrumbItem = { readonly name: string; readonly path: string }

/** Lists the pages from the front page down to this one. */
export function createBreadcrumbs(
  breadcrumbItems: readonly BreadcrumbItem[],
  origin: URL,
): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: site.name, path: '/' }, ...breadcrumbItems].map(
      ({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: toAbsoluteUrl(path, origin),
      }),
    ),
  }
}

type ImageFile = {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly focus?: string | undefined
}

function image(path: string, width: number, height: number, origin: URL): ImageObject {
  return {
    '@type': 'ImageObject',
    url: toAbsoluteUrl(path, origin),
    width: String(width),
    height: String(height),
  }
}

const createSocialCard = (imageFile: ImageFile, origin: URL) =>
  image(getSocialCardPath(imageFile), socialCardSize.width, socialCardSize.height, origin)

/** Returns the original image, and the card cropped from it. */
function images(imageFile: ImageFile, origin: URL): ImageObject[] {
  const width = Math.min(imageFile.width, 1200)
  const height = Math.round((imageFile.height * width) / imageFile.width)
  return [
    image(getImagePath(imageFile.id, 1200), width, height, origin),
    createSocialCard(imageFile, origin),
  ]
}

type NewsArticleData = Identified & {
  readonly title: string
  readonly dek: string
  readonly language?: string | undefined
  readonly category: string
  readonly tags: readonly { readonly name: string }[]
  readonly authors: readonly {
    readonly slug: string
    readonly name: string
    readonly role?: string | undefined
  }[]
  readonly image: ImageFile
  readonly access: 'public' | 'metered' | 'members'
  readonly corrections: { at: Date; text: string }[]
  readonly publishedAt: Date
  readonly words: number
}

/** Closed articles follow Google's guidance on paywalled content. */
function createNewsArticle(story: NewsArticleData, origin: URL): NewsArticle {
  const isFree = story.access === 'public'
  const category = findCategory(story.category)
  const url = toAbsoluteUrl(`/${story.slug}`, origin)
  const publisher = { '@type': 'NewsMediaOrganization', '@id': getOrganizationId(origin) } as const
  return {
    '@type': 'NewsArticle',
    '@id': toAbsoluteUrl(`/${getIdentifier(story)}#article`, origin),
    mainEntityOfPage: url,
    url,
    headline: story.title,
    ...(story.dek ? { description: story.dek } : {}),
    image: images(story.image, origin),
    datePublished: story.publishedAt.toISOString(),
    dateModified: getLastChangedAt(story).toISOString(),
    ...(category ? { articleSection: category.name } : {}),
    keywords: story.tags.map(({ name }) => name),
    wordCount: story.words,
    timeRequired: `PT${estimateReadingMinutes(story.words)}M`,
    inLanguage: story.language ?? site.language,
    author: story.authors.map((author) => ({
      '@type': 'Person',
      '@id': getPersonId(author.slug, origin),
      name: author.name,
      ...(author.role ? { jobTitle: author.role } : {}),
      url: toAbsoluteUrl(`/author/${author.slug}`, origin),
    })),
    publisher: { ...publisher, name: site.name },
    copyrightHolder: publisher,
    copyrightYear: story.publishedAt.getUTCFullYear(),
    ...(story.corrections.length > 0
      ? {
          correction: story.corrections.map(({ at, text }) => ({
            '@type': 'CorrectionComment',
            text,
            datePublished: at.toISOString(),
          })),
        }
      : {}),
    isAccessibleForFree: isFree,
    ...(isFree
      ? {}
      : {
          hasPart: {
            '@type': 'WebPageElement',
            isAccessibleForFree: false,
            cssSelector: closedPartSelector,
          },
        }),
  }
}

export function createArticleStructuredData(story: NewsArticleData, origin: URL): StructuredData[] {
  const category = findCategory(story.category)
  const breadcrumbItems = [
    ...(category ? [{ name: category.name, path: `/category/${story.category}` }] : []),
    { name: story.title, path: `/${story.slug}` },
  ]
  return [createNewsArticle(story, origin), createBreadcrumbs(breadcrumbItems, origin)]
}

type AuthorData = {
  readonly slug: string
  readonly name: string
  readonly role?: string | undefined
  readonly place?: string | undefined
  readonly portrait?: ImageFile | undefined
}

export function createProfilePage(author: AuthorData, origin: URL): ProfilePage {
  const url = toAbsoluteUrl(`/author/${author.slug}`, origin)
  const person: Person = {
    '@type': 'Person',
    '@id': getPersonId(author.slug, origin),
    name: author.name,
    ...(author.role ? { jobTitle: author.role } : {}),
    url,
    ...(author.portrait ? { image: images(author.portrait, origin)[0]! } : {}),
    ...(author.place ? { workLocation: { '@type': 'Place', name: author.place } } : {}),
    worksFor: { '@id': getOrganizationId(origin) },
  }
  return { '@type': 'ProfilePage', url, mainEntity: person }
}

type EventData = Identified & {
  readonly title: string
  readonly dek: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** The venue, then the town: `Dhara House, Kathmandu`. */
  readonly place: string
  readonly image: ImageFile
}

export function createEventStructuredData(event: EventData, origin: URL): Event {
  const url = toAbsoluteUrl(`/events/${event.slug}`, origin)
  return {
    '@type': 'Event',
    '@id': toAbsoluteUrl(`/events/${getIdentifier(event)}#event`, origin),
    name: event.title,
    description: event.dek,
    url,
    image: images(event.image, origin),
    startDate: event.startsAt.toISOString(),
    endDate: event.endsAt.toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: event.place.split(',')[0]!, address: event.place },
    organizer: {
      '@type': 'NewsMediaOrganization',
      '@id': getOrganizationId(origin),
      name: site.name,
      url: origin.href,
    },
  }
}

/** Escapes the text, so that it can't end the script element. */
export function serialiseStructuredData(objects: readonly StructuredData[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': objects }
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}
