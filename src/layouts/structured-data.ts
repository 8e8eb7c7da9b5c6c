/** What search engines read: schema.org objects for a page's head. The one place that makes them. */
import { readingMinutes } from '../domain/article.ts'
import { type CategorySlug, categories } from '../domain/category.ts'
import { socialCardAddress } from '../domain/picture.ts'
import { site, socialLinks } from '../site.ts'

export type StructuredData = Readonly<Record<string, unknown>>

/** The element that holds the closed part of an article, in the page as for the reader. */
const closedPart = '.closed-part'

export function organization(origin: URL): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsMediaOrganization',
    '@id': new URL('/#organization', origin).href,
    name: site.name,
    description: site.description,
    url: origin.href,
    foundingDate: site.founded,
    sameAs: socialLinks.map((link) => link.url),
  }
}

type NewsStory = {
  readonly slug: string
  readonly title: string
  readonly dek: string
  readonly category: CategorySlug
  readonly authors: readonly { readonly slug: string; readonly name: string }[]
  readonly image: { readonly id: string }
  readonly access: 'public' | 'metered' | 'members'
  readonly publishedAt: Date
  readonly words: number
}

/** Closed articles say so as Google's guidance on paywalled content asks, and name the closed part. */
export function newsArticle(story: NewsStory, origin: URL): StructuredData {
  const isFree = story.access === 'public'
  const publisher = new URL('/#organization', origin).href
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    mainEntityOfPage: new URL(`/${story.slug}`, origin).href,
    headline: story.title,
    description: story.dek,
    image: [new URL(socialCardAddress(story.image.id), origin).href],
    datePublished: story.publishedAt.toISOString(),
    articleSection: categories[story.category].name,
    wordCount: story.words,
    timeRequired: `PT${readingMinutes(story.words)}M`,
    inLanguage: site.language,
    author: story.authors.map((author) => ({
      '@type': 'Person',
      name: author.name,
      url: new URL(`/author/${author.slug}`, origin).href,
    })),
    publisher: { '@type': 'NewsMediaOrganization', '@id': publisher, name: site.name },
    isAccessibleForFree: isFree,
    ...(isFree
      ? {}
      : {
          hasPart: {
            '@type': 'WebPageElement',
            isAccessibleForFree: false,
            cssSelector: closedPart,
          },
        }),
  }
}

type Gathering = {
  readonly slug: string
  readonly title: string
  readonly dek: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** The house, then the town: `Dhara House, Kathmandu`. */
  readonly place: string
  readonly image: { readonly id: string }
}

/** An event's page, past or to come. */
export function eventStructuredData(event: Gathering, origin: URL): StructuredData {
  const url = new URL(`/events/${event.slug}`, origin).href
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': `${url}#event`,
    name: event.title,
    description: event.dek,
    url,
    image: [new URL(socialCardAddress(event.image.id), origin).href],
    startDate: event.startsAt.toISOString(),
    endDate: event.endsAt.toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: event.place.split(',')[0]!,
      address: event.place,
    },
    organizer: { '@id': new URL('/#organization', origin).href },
  }
}

/** As the content of a script element, which nothing inside may end. */
export function scriptContent(data: StructuredData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
