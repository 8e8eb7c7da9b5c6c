/** Lists who changed the document, and its earlier versions. Each can be read beside the text, and continued. */
import { call } from '../../browser/api.ts'
import { createElement } from '../../browser/create-element.ts'
import { compareVersions } from './compare-dialog.ts'
import { createButton, findPart } from './editor-parts.ts'
import { type OpenEditor, showContent } from './editor-state.ts'

const shown = 20

export function showHistory(editor: OpenEditor) {
  const { collection, slug, timeZone, $document, read, session } = editor
  const place = findPart('history')
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })

  async function compare(id: string, label: string) {
    const found = await call('GET /api/desk/documents/:collection/:slug/revisions/:id', {
      collection,
      slug,
      id,
    })
    if (!found.ok)
      return place.append(createElement('p', { class: 'problem' }, found.failure.message))
    const current = read()
    const chosen = await compareVersions({
      collection,
      title: 'An earlier version',
      text: 'If you continue this version, only the draft will change. Readers won’t see the draft until it’s published.',
      left: { label, content: found.value },
      right: { label: 'Your text', content: current },
      choices: [{ label: 'Continue the earlier version', content: found.value }],
      canWait: true,
    })
    if (!chosen) return
    showContent(editor, chosen)
    session.change()
  }

  async function load() {
    const listed = await call('GET /api/desk/documents/:collection/:slug/revisions', {
      collection,
      slug,
    })
    if (!listed.ok) return
    const { revisions } = listed.value
    place.replaceChildren(
      revisions.length === 0
        ? createElement('p', { class: 'fine' }, 'No earlier versions.')
        : createElement(
            'ul',
            { class: 'plain-list' },
            ...revisions.slice(0, shown).map(({ id, at, by, action, message }) => {
              const when = format.format(new Date(at))
              const text = `${action[0]!.toUpperCase()}${action.slice(1)}${by ? ` by ${by}` : ''}`
              return createElement(
                'li',
                {},
                createButton(text, () => compare(id, `${text}, ${when}`), 'quiet'),
                createElement('small', {}, message ? `${when}: ${message}` : when),
              )
            }),
          ),
    )
  }

  let version: string | null | undefined
  $document.subscribe((document) => {
    const current = document?.stored?.version ?? null
    if (current === version) return
    version = current
    void load()
  })
}
