/** The words around the stories, the same in HTML and plain text. */
import { formatIssueDate, getIssuePath } from '../../../src/domain/issue/issue.ts'
import type { IssueVersion } from '../../../src/domain/issue/issue-email.ts'
import { formatByline as formatNames } from '../../../src/domain/list-text.ts'
import { addLinkSource } from '../../../src/domain/statistics/link-source.ts'
import { site } from '../../../src/publication/identity.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import type { IssueContent, StoryContent } from './issue-content.ts'

export const issueText = {
  readOnline: 'Read online',
  readOn: 'Continue reading',
  stories: 'Also this week',
  missed: 'In case you missed it',
  forSubscribers: 'The rest is for subscribers, with every story on the site.',
  subscribe: 'Subscribe',
  alreadySubscribed: 'Already subscribed? Read the rest online',
  reason: `You’re getting this email because you signed up for ${newsletter.name} from ${site.name}.`,
  unsubscribe: 'Unsubscribe',
  preferences: 'Change your preferences',
} as const

export const formatByline = ({ authors }: StoryContent) => formatNames(authors)

export const formatDateline = ({ date }: IssueContent) => formatIssueDate(date)

export type IssueLinks = {
  /** Adds the source to our own links in HTML whose addresses are absolute. */
  readonly addSource: (html: string) => string
  readonly home: string
  readonly page: string
  readonly subscribe: string
  readonly story: (story: Pick<StoryContent, 'slug'>) => string
}

/** Every link names the issue as the source, for the site's statistics. */
export function createIssueLinks({ slug }: IssueContent, siteUrl: string): IssueLinks {
  const addSource = (address: string) => addLinkSource(address, 'newsletter', slug)
  const link = (path: string) => addSource(siteUrl + path)
  return {
    addSource: (html) =>
      html.replace(/ href="([^"]*)"/g, (attribute, address: string) =>
        address.startsWith(`${siteUrl}/`)
          ? ` href="${addSource(address.replaceAll('&amp;', '&')).replaceAll('&', '&amp;')}"`
          : attribute,
      ),
    home: link('/'),
    page: link(getIssuePath(slug)),
    subscribe: link('/subscribe'),
    story: (story) => link(`/${story.slug}`),
  }
}

/** Returns whether an email ends with an offer in place of the part for subscribers. */
export const endsWithOffer = ({ closedHtml }: IssueContent, version: IssueVersion) =>
  closedHtml !== '' && version === 'guest'
