/** The document's address, which only the user changes, and the ways to end its draft. */
import { call } from '../../browser/api.ts'
import { createElement } from '../../browser/create-element.ts'
import { isRenamable } from '../../domain/renamable-collections.ts'
import { createButton, findPart } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'

export function showAddress(editor: OpenEditor, publishes: boolean) {
  const { collection, slug, session, $document } = editor
  const place = findPart('address')
  const problem = createElement('p', { class: 'problem', role: 'alert' })
  const path = createElement('span', { dir: 'ltr' }, location.host + editor.path)
  const isPublic = () => $document.get()?.stored?.state === 'published'

  const isChangeable = () => !isPublic() || isRenamable(collection)

  async function rename(button: HTMLButtonElement, to: string) {
    problem.textContent = ''
    button.disabled = true
    const isSaved = await session.saveAll()
    const renamed = isSaved
      ? await call('POST /api/desk/documents/:collection/:slug/rename', { collection, slug, to })
      : null
    button.disabled = false
    if (renamed?.ok) location.assign(`/desk/edit/${collection}/${to}`)
    else problem.textContent = renamed?.failure.message ?? findPart('status').textContent
  }

  function ask() {
    const input = createElement('input', { name: 'slug', dir: 'ltr', autocomplete: 'off' })
    input.value = slug
    const hint = isPublic() ? 'The old address will lead to the new one.' : ''
    const save = createButton('Change address', (button) => rename(button, input.value.trim()))
    place.replaceChildren(
      createElement('label', {}, 'Address', createElement('small', {}, hint), input),
      createElement('div', { class: 'buttons' }, save, createButton('Cancel', show, 'quiet')),
      problem,
    )
    input.focus()
  }

  function show() {
    place.replaceChildren(
      createElement('h3', {}, 'Address'),
      path,
      ...(publishes && isChangeable() ? [createButton('Change', ask, 'quiet')] : []),
    )
  }
  show()
}

/** Moves the draft to the bin; the published text doesn't change. */
export function offerDiscarding({ collection, slug, session, $document }: OpenEditor) {
  const problem = createElement('p', { class: 'problem', role: 'alert' })
  const button = createButton(
    'Discard the draft',
    async () => {
      const state = $document.get()?.stored?.state
      const isKept = state ? ` The ${state} version won’t change.` : ''
      if (!confirm(`Discard this draft? It can be restored for 30 days.${isKept}`)) return
      await session.saveAll()
      const deleted = await call('DELETE /api/desk/documents/:collection/:slug/draft', {
        collection,
        slug,
      })
      const list = collection === 'articles' ? '' : `?collection=${collection}`
      if (deleted.ok) location.assign(`/desk/stories${list}`)
      else problem.textContent = deleted.failure.message
    },
    'quiet',
  )
  const place = findPart('discard')
  place.append(button, problem)
  session.$saving.subscribe(({ revision }) => {
    place.hidden = revision === 0
  })
}
