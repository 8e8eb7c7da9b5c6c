/** The fields that the editor asks for in documents other than stories, named as in domain/publication.ts. */
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { accentColours } from '../../publication/accent-colours.ts'
import { site } from '../../publication/identity.ts'
import { newsletter } from '../../publication/newsletter.ts'
import type { FieldKind } from './field-texts.ts'

export type AskedField = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly kind: FieldKind
  readonly choices?: readonly string[]
}

type Asked = { readonly name: string; readonly label: string; readonly maxLength: number }

export type DocumentForm = {
  /** With its article, as in “Edit an event”. */
  readonly noun: string
  /** The name of the list that contains these documents. */
  readonly list: string
  readonly title: Asked
  readonly standfirst: Asked | null
  /** The name of the field for the picture at the top. */
  readonly picture: string | null
  readonly hasText: boolean
  readonly fields: readonly AskedField[]
  /** A new document's values, besides its title. */
  readonly defaults: Readonly<Record<string, unknown>>
}

const headline = { name: 'title', label: 'Headline', maxLength: 200 } as const
const standfirst = { name: 'dek', label: 'Standfirst', maxLength: 400 } as const
const storyLine = 'A story’s address. To replace its standfirst, add “|” and your own text.'

export const documentForms: Readonly<Record<ManuscriptCollection, DocumentForm>> = {
  articles: {
    noun: 'a story',
    list: 'Stories',
    title: headline,
    standfirst,
    picture: 'image',
    hasText: true,
    fields: [],
    defaults: { tags: [], access: 'metered' },
  },
  pages: {
    noun: 'a page',
    list: 'Pages',
    title: headline,
    standfirst,
    picture: null,
    hasText: true,
    fields: [
      {
        name: 'revisedAt',
        label: 'Last updated',
        hint: 'Readers see this date. It needn’t change for small corrections.',
        kind: 'instant',
      },
    ],
    defaults: {},
  },
  events: {
    noun: 'an event',
    list: 'Events',
    title: headline,
    standfirst,
    picture: 'image',
    hasText: true,
    fields: [
      { name: 'startsAt', label: 'Begins', kind: 'instant' },
      { name: 'endsAt', label: 'Ends', kind: 'instant' },
      {
        name: 'timeZone',
        label: 'Time zone',
        hint: `The time zone of the event, such as ${site.timeZone}.`,
        kind: 'line',
      },
      { name: 'place', label: 'Place', kind: 'line' },
      { name: 'accentColour', label: 'Colour', kind: 'line', choices: accentColours },
      {
        name: 'programme',
        label: 'Programme',
        hint: 'One line for each part: 18:30 | Title | People',
        kind: 'programme',
      },
    ],
    defaults: { timeZone: site.timeZone, programme: [] },
  },
  authors: {
    noun: 'an author',
    list: 'Authors',
    title: { name: 'name', label: 'Name', maxLength: 120 },
    standfirst: null,
    picture: 'portrait',
    hasText: true,
    fields: [
      { name: 'role', label: 'Role', hint: 'For example, arts editor', kind: 'line' },
      { name: 'place', label: 'Place', kind: 'line' },
    ],
    defaults: {},
  },
  tags: {
    noun: 'a tag',
    list: 'Tags',
    title: { name: 'name', label: 'Name', maxLength: 60 },
    standfirst: { name: 'description', label: 'Sentence for search engines', maxLength: 400 },
    picture: null,
    hasText: false,
    fields: [{ name: 'order', label: 'Place in the footer', kind: 'number' }],
    defaults: { order: 100 },
  },
  issues: {
    noun: 'an issue',
    list: newsletter.name,
    title: { name: 'subject', label: 'Subject', maxLength: 120 },
    standfirst: { name: 'preheader', label: 'Preview line beside the subject', maxLength: 150 },
    picture: null,
    hasText: true,
    fields: [
      { name: 'date', label: 'Day', kind: 'day' },
      { name: 'lead', label: 'Main story', hint: storyLine, kind: 'story' },
      {
        name: 'stories',
        label: 'Stories',
        hint: 'Three to eight, one on each line.',
        kind: 'stories',
      },
      { name: 'missed', label: 'In case you missed it', kind: 'story' },
    ],
    defaults: { stories: [] },
  },
}

const fieldNames: Readonly<Record<string, string>> = {
  title: 'Headline',
  dek: 'Standfirst',
  category: 'Category',
  tags: 'Tags',
  authors: 'Authors',
  access: 'Who can read it',
  language: 'Language',
  image: 'Picture',
  portrait: 'Picture',
  alt: 'Picture description',
  credit: 'Picture credit',
  body: 'Text',
  editorsPick: 'Editors’ pick',
}

/** Returns the label of a field, which is given as a path; the path itself if the editor doesn't show the field. */
export function nameField(
  collection: ManuscriptCollection,
  path: readonly (string | number)[],
): string {
  const { title, standfirst, fields } = documentForms[collection]
  const label = [title, standfirst, ...fields].find((field) => field?.name === path[0])?.label
  return label ?? fieldNames[String(path.findLast((part) => part in fieldNames))] ?? path.join('.')
}
