/**
 * What search engines read: schema.org objects for a page's head. The one place that makes them; the
 * vocabulary's types see to it that every name exists and stands where it may.
 */
import type {
  BreadcrumbList,
  Event,
  Graph,
  ImageObject,
  NewsArticle,
  NewsMediaOrganization,
  Person,
  ProfilePage,
  SearchAction,
  Thing,
  WebSite,
  WithActionConstraints,
} from 'schema-dts'
import { lastChanged, readingMinutes } from '../domain/article.ts'
import { type CategorySlug, categories } from '../domain/category.ts'
import { pictureAddress, socialCard, socialCardAddress } from '../domain/picture-address.ts'
import { type Tag, tags } from '../domain/tag.ts'
import { site, socialLinks } from '../site.ts'

/** An object of schema.org's vocabulary; its context is the head's to name. */
export type StructuredData = Thing

/** The element that holds the closed part of an article, in the page as for the reader. */
const closedPart = '.closed-part'

const absolute = (path: string, origin: URL) => new URL(path, origin).href

/** Objects that more than one page speaks of are named by their address, and told in full once. */
const organizationId = (origin: URL) => absolute('/#organization', origin)
const personId = (slug: string, origin: URL) => absolute(`/author/${slug}#person`, origin)

export function organization(origin: URL): Exclude<NewsMediaOrganization, string> {
  return {
    '@type': 'NewsMediaOrganization',
    '@id': organizationId(origin),
    name: site.name,
    description: site.description,
    url: origin.href,
    logo: {
      '@type': 'ImageObject',
      url: absolute('/icons/512.png', origin),
      width: '512',
      height: '512',
    },
    foundingDate: site.founded,
    email: site.editorsEmail,
    publishingPrinciples: absolute('/ethics', origin),
    correctionsPolicy: absolute('/ethics', origin),
    ethicsPolicy: absolute('/ethics', origin),
    sameAs: socialLinks.map((link) => link.url),
  }
}

/** On the front page alone, as Google asks: how to search here. */
export function webSite(origin: URL): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      // A template of an address: its braces must not be escaped.
      urlTemplate: `${absolute('/search', origin)}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  }
  return {
    '@type': 'WebSite',
    '@id': absolute('/#website', origin),
    name: site.name,
    description: site.description,
    url: origin.href,
    inLanguage: site.language,
    publisher: { '@id': organizationId(origin) },
    potentialAction: search,
  }
}

type Place = { readonly name: string; readonly path: string }

/** The way from the front page down to this one, which comes last. */
export function breadcrumbs(places: readonly Place[], origin: URL): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: site.name, path: '/' }, ...places].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path, origin),
    })),
  }
}

type PictureFile = { readonly id: string; readonly width: number; readonly height: number }

function image(path: string, width: number, height: number, origin: URL): ImageObject {
  return {
    '@type': 'ImageObject',
    url: absolute(path, origin),
    width: String(width),
    height: String(height),
  }
}

const card = (picture: Pick<PictureFile, 'id'>, origin: URL) =>
  image(socialCardAddress(picture.id), socialCard.width, socialCard.height, origin)

/** As the picture was made, and cut to a card. */
function images(picture: PictureFile, origin: URL): ImageObject[] {
  const width = Math.min(picture.width, 1200)
  const height = Math.round((picture.height * width) / picture.width)
  return [image(pictureAddress(picture.id, 1200), width, height, origin), card(picture, origin)]
}

type NewsStory = {
  readonly slug: string
  readonly title: string
  readonly dek: string
  readonly category: CategorySlug
  readonly tags: readonly Tag[]
  readonly authors: readonly {
    readonly slug: string
    readonly name: string
    readonly role?: string | undefined
  }[]
  readonly image: PictureFile
  readonly access: 'public' | 'metered' | 'members'
  readonly corrections: { at: Date; text: string }[]
  readonly publishedAt: Date
  readonly words: number
}

/** Closed articles say so as Google's guidance on paywalled content asks, and name the closed part. */
function newsArticle(story: NewsStory, origin: URL): NewsArticle {
  const isFree = story.access === 'public'
  const url = absolute(`/${story.slug}`, origin)
  const publisher = { '@type': 'NewsMediaOrganization', '@id': organizationId(origin) } as const
  return {
    '@type': 'NewsArticle',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    url,
    headline: story.title,
    description: story.dek,
    image: images(story.image, origin),
    datePublished: story.publishedAt.toISOString(),
    dateModified: lastChanged(story).toISOString(),
    articleSection: categories[story.category].name,
    keywords: story.tags.map((tag) => tags[tag]),
    wordCount: story.words,
    timeRequired: `PT${readingMinutes(story.words)}M`,
    inLanguage: site.language,
    author: story.authors.map((author) => ({
      '@type': 'Person',
      '@id': personId(author.slug, origin),
      name: author.name,
      ...(author.role ? { jobTitle: author.role } : {}),
      url: absolute(`/author/${author.slug}`, origin),
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
            cssSelector: closedPart,
          },
        }),
  }
}

/** An article's page: the article, and its place in the publication. */
export function articleStructuredData(story: NewsStory, origin: URL): StructuredData[] {
  const section = { name: categories[story.category].name, path: `/category/${story.category}` }
  const places = [section, { name: story.title, path: `/${story.slug}` }]
  return [newsArticle(story, origin), breadcrumbs(places, origin)]
}

type Writer = {
  readonly slug: string
  readonly name: string
  readonly role?: string | undefined
  readonly place?: string | undefined
  readonly portrait?: PictureFile | undefined
}

/** An author's page. */
export function profile(author: Writer, origin: URL): ProfilePage {
  const url = absolute(`/author/${author.slug}`, origin)
  const person: Person = {
    '@type': 'Person',
    '@id': personId(author.slug, origin),
    name: author.name,
    ...(author.role ? { jobTitle: author.role } : {}),
    url,
    ...(author.portrait ? { image: images(author.portrait, origin)[0]! } : {}),
    ...(author.place ? { workLocation: { '@type': 'Place', name: author.place } } : {}),
    worksFor: { '@id': organizationId(origin) },
  }
  return { '@type': 'ProfilePage', url, mainEntity: person }
}

type Gathering = {
  readonly slug: string
  readonly title: string
  readonly dek: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** The house, then the town: `Dhara House, Kathmandu`. */
  readonly place: string
  readonly image: PictureFile
}

/** An event's page, past or to come. */
export function eventStructuredData(event: Gathering, origin: URL): Event {
  const url = absolute(`/events/${event.slug}`, origin)
  return {
    '@type': 'Event',
    '@id': `${url}#event`,
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
      '@id': organizationId(origin),
      name: site.name,
      url: origin.href,
    },
  }
}

/** As the content of a script element, which nothing inside may end. */
export function scriptContent(objects: readonly StructuredData[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': objects }
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}
