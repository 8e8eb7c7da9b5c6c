/** Shows two versions of a text side by side. Both can be read and copied before one is chosen. */
import { copyText } from '../../browser/clipboard.ts'
import { createElement } from '../../browser/create-element.ts'
import type { DraftContent } from '../../contracts/endpoints/document-endpoints.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { isSameField, listFields } from './document-content.ts'
import { nameField } from './document-forms.ts'
import { createButton, findPart } from './editor-parts.ts'
import { createMergeView } from './merge-view.ts'

type Version = { readonly label: string; readonly content: DraftContent }

type Choice = {
  readonly label: string
  readonly content: DraftContent
  /** Whether the choice uses the right column's text, which may have been edited. */
  readonly takesRight?: true
}

type Comparison = {
  readonly collection: ManuscriptCollection
  readonly title: string
  readonly text: string
  readonly left: Version
  /** The version whose text can be edited. */
  readonly right: Version
  readonly choices: readonly Choice[]
  /** Whether the choice can be postponed. */
  readonly canWait?: true
}

function describeField(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(empty)'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(describeField).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${name}: ${describeField(inner)}`)
      .join(', ')
  return String(value)
}

function createFieldTable(collection: ManuscriptCollection, left: Version, right: Version) {
  const differing = listFields(left.content, right.content).filter(
    (name) => !isSameField(left.content.fields[name], right.content.fields[name]),
  )
  if (differing.length === 0) return null
  const row = (tag: 'th' | 'td', texts: readonly string[]) =>
    createElement('tr', {}, ...texts.map((text) => createElement(tag, { dir: 'auto' }, text)))
  return createElement(
    'table',
    {},
    createElement('thead', {}, row('th', ['Field', left.label, right.label])),
    createElement(
      'tbody',
      {},
      ...differing.map((name) =>
        row('td', [
          nameField(collection, [name]),
          describeField(left.content.fields[name]),
          describeField(right.content.fields[name]),
        ]),
      ),
    ),
  )
}

/** Formats a version's text for pasting elsewhere. */
const formatText = ({ fields, body }: DraftContent) =>
  [fields.title, fields.dek, body].filter((part) => typeof part === 'string' && part).join('\n\n')

function createCopyButton({ label, content }: Version) {
  return createButton(
    `Copy: ${label}`,
    async (button) => {
      const isCopied = await copyText(formatText(content))
      button.textContent = isCopied ? 'Copied' : 'Select the text, and copy it yourself'
    },
    'quiet',
  )
}

/** Returns null if the user postpones the choice. */
export async function compareVersions(comparison: Comparison): Promise<DraftContent | null> {
  const { collection, title, text, left, right, choices, canWait } = comparison
  const dialog = findPart<HTMLDialogElement>('compare-dialog')
  const content = findPart('compare-content')
  dialog.querySelector('h2')!.textContent = title
  const body = createElement('div', { class: 'versions' })
  const labels = createElement(
    'div',
    { class: 'version-labels' },
    createElement('h3', {}, left.label),
    createElement('h3', {}, right.label),
  )
  const { promise, resolve } = Promise.withResolvers<DraftContent | null>()
  const isSameText = left.content.body === right.content.body
  labels.hidden = isSameText
  body.hidden = isSameText
  const merge = createMergeView(body, left.content.body, right.content.body)
  const buttons = choices.map((choice, index) =>
    createButton(
      choice.label,
      () =>
        resolve(
          choice.takesRight ? { ...choice.content, body: merge.readRight() } : choice.content,
        ),
      index === 0 ? 'go' : 'plain',
    ),
  )
  if (canWait) buttons.push(createButton('Decide later', () => resolve(null), 'quiet'))
  content.replaceChildren(
    createElement('p', {}, text),
    ...[createFieldTable(collection, left, right)].filter((table) => table !== null),
    labels,
    body,
    ...(isSameText
      ? [createElement('p', { class: 'fine' }, 'The text is the same in both versions.')]
      : []),
    createElement('div', { class: 'buttons' }, ...buttons),
    createElement('div', { class: 'buttons' }, createCopyButton(left), createCopyButton(right)),
  )
  const keepOpen = (event: Event) => {
    event.preventDefault()
    if (canWait) resolve(null)
  }
  dialog.addEventListener('cancel', keepOpen)
  dialog.showModal()
  // The focus is in the text, which may be further down.
  dialog.scrollTop = 0
  const chosen = await promise
  dialog.removeEventListener('cancel', keepOpen)
  dialog.close()
  merge.destroy()
  content.replaceChildren()
  return chosen
}
