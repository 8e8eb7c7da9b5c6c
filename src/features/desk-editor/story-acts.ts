/** Lets editors correct, unpublish, withdraw or duplicate a published story. A withdrawal has a reason. */
import { type ApiFailure, call } from '../../browser/api.ts'
import { createElement } from '../../browser/create-element.ts'
import type { Result } from '../../domain/result.ts'
import { readKnownDocument } from './document-content.ts'
import { createButton, findPart } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'

type Act = {
  readonly summary: string
  readonly label: string
  readonly hint: string
  readonly button: string
  readonly done: string
  readonly maxLength: number
  readonly run: (text: string, version: string) => Promise<Result<unknown, ApiFailure>>
}

export function offerStoryActs({ collection, slug, session, $document }: OpenEditor) {
  const place = findPart('acts')
  const address = { collection, slug }
  const acts: readonly Act[] = [
    {
      summary: 'Add a correction',
      label: 'Correction',
      hint: 'Readers will see the correction at the end of the story, with today’s date.',
      button: 'Add correction',
      done: 'The correction has been published.',
      maxLength: 2000,
      run: (text) =>
        call('POST /api/desk/documents/:collection/:slug/corrections', { ...address, text }),
    },
    {
      summary: 'Withdraw the story',
      label: 'Reason',
      hint: 'Only colleagues will see the reason. Readers will see that the story was withdrawn.',
      button: 'Withdraw',
      done: 'The story has been withdrawn. Readers will see this within a few minutes.',
      maxLength: 1000,
      run: (reason, version) =>
        call('POST /api/desk/documents/:collection/:slug/withdraw', {
          ...address,
          version,
          reason,
        }),
    },
  ]

  function createForm({ summary, label, hint, button, done, maxLength, run }: Act) {
    const text = createElement('textarea', { rows: '3', maxlength: String(maxLength), dir: 'auto' })
    const answer = createElement('p', { role: 'status' })
    const submit = createButton(button, async () => {
      const version = $document.get()?.stored?.version
      if (text.value.trim() === '' || version === undefined) return text.focus()
      submit.disabled = true
      const result = await run(text.value.trim(), version)
      submit.disabled = false
      answer.className = result.ok ? '' : 'problem'
      answer.textContent = result.ok ? done : result.failure.message
      if (!result.ok) return
      text.value = ''
      await refresh()
    })
    return createElement(
      'details',
      {},
      createElement('summary', {}, summary),
      createElement('label', {}, label, createElement('small', {}, hint), text),
      submit,
      answer,
    )
  }

  async function refresh() {
    const found = await call('GET /api/desk/documents/:collection/:slug', address)
    if (!found.ok) return
    $document.set(found.value)
    session.rebase(readKnownDocument(found.value))
  }

  const problem = createElement('p', { class: 'problem', role: 'alert' })
  const unpublish = createButton(
    'Unpublish',
    async () => {
      problem.textContent = ''
      if (!(await session.saveAll())) return
      const version = $document.get()?.stored?.version
      const question =
        'Unpublish this story? It will become a draft again, and readers won’t be able to open it.'
      if (version === undefined || !confirm(question)) return
      const unpublished = await call('POST /api/desk/documents/:collection/:slug/unpublish', {
        ...address,
        version,
      })
      if (unpublished.ok) await refresh()
      else problem.textContent = unpublished.failure.message
    },
    'quiet',
  )

  const forms = [...acts.map(createForm), unpublish, problem]
  $document.subscribe((document) => {
    const isPublic = document?.stored?.state === 'published'
    if (isPublic && place.childElementCount === 0) place.append(...forms)
    if (!isPublic) place.replaceChildren()
  })
}

/** Offers a new draft with the same text. */
export function offerDuplicating({ collection, slug, session }: OpenEditor) {
  const problem = createElement('p', { class: 'problem', role: 'alert' })
  const button = createButton(
    'Duplicate',
    async () => {
      if (!(await session.saveAll())) return
      const copied = await call('POST /api/desk/documents/:collection/:slug/duplicate', {
        collection,
        slug,
      })
      if (copied.ok) location.assign(`/desk/edit/${collection}/${copied.value.slug}`)
      else problem.textContent = copied.failure.message
    },
    'quiet',
  )
  findPart('discard').before(button, problem)
}
