/** Publishes the document now or at a set time, or submits it to an editor, and shows the result. */
import { type ApiFailure, call } from '../../browser/api.ts'
import { createElement } from '../../browser/create-element.ts'
import { readKnownDocument } from './document-content.ts'
import { createButton, findAct, findPart } from './editor-parts.ts'
import { type OpenEditor, showContent } from './editor-state.ts'
import { describeInstant, nameZone, parseLocalTime } from './local-time.ts'
import { hasUnsaved } from './saving.ts'
import { focusProblem, listProblems } from './show-problems.ts'

export function startPublishing(
  editor: OpenEditor,
  publishes: boolean,
  checkNow: () => Promise<void>,
) {
  const { collection, slug, session, $document, timeZone } = editor
  const dialog = findPart<HTMLDialogElement>('publish-dialog')
  const title = dialog.querySelector('h2')!
  const content = findPart('publish-content')
  const problem = createElement('p', { class: 'problem', role: 'alert' })

  const show = (name: string, ...children: readonly (Node | null)[]) => {
    title.textContent = name
    problem.textContent = ''
    content.replaceChildren(...children.filter((child) => child !== null), problem)
    content.querySelector<HTMLElement>('.go, a')?.focus()
  }

  const closeButton = (label = 'Back to the text') =>
    createButton(label, () => dialog.close(), 'plain')

  async function open() {
    if (!dialog.open) dialog.showModal()
    const name = publishes ? 'Publish' : 'Submit'
    show(name, createElement('p', {}, 'Saving your text first…'), closeButton())
    if (!(await session.saveAll())) {
      show('Not saved', createElement('p', {}, findPart('status').textContent), closeButton())
      return
    }
    // The last check may be unfinished, or of an earlier text.
    await checkNow()
    const problems = listProblems(editor)
    if (problems.length > 0 && publishes) return showProblems(problems)
    showForm()
  }

  function showProblems(problems: ReturnType<typeof listProblems>) {
    const list = createElement('ul', { class: 'plain-list problems' })
    for (const one of problems) {
      const go = createButton(
        one.text,
        () => {
          dialog.close()
          focusProblem(editor, one)
        },
        'quiet',
      )
      list.append(createElement('li', {}, go))
    }
    show(
      problems.length === 1
        ? 'One thing to fix before you publish'
        : `${problems.length} things to fix before you publish`,
      list,
      closeButton(),
    )
  }

  const isLive = () => $document.get()?.stored?.state === 'published'
  const scheduledFor = () => {
    const { stored, draft } = $document.get() ?? {}
    return draft?.publishAt ?? (stored?.state === 'scheduled' ? stored.publishedAt : null)
  }

  function showForm() {
    if (!publishes) return showSubmission()
    const time = createElement('input', { type: 'datetime-local', name: 'at', required: true })
    const local = createElement('p', { class: 'hint' })
    const zone = nameZone(timeZone)
    time.addEventListener('input', () => {
      const at = parseLocalTime(time.value, timeZone)
      local.textContent = at ? `Yours: ${describeInstant(at)}` : ''
    })
    const later = createElement(
      'details',
      {},
      createElement('summary', {}, 'At another time'),
      createElement('label', {}, `Time in ${zone}`, time),
      local,
      createButton('Schedule', (button) => {
        const at = parseLocalTime(time.value, timeZone)
        if (!at) problem.textContent = 'Choose a day and a time.'
        else void publish(button, at)
      }),
    )
    const waiting = scheduledFor()
    show(
      isLive() ? 'Publish the changes' : 'Publish',
      createElement(
        'p',
        {},
        waiting
          ? `Publication is scheduled for ${describeInstant(new Date(waiting), timeZone)} (${zone}).`
          : `The public address ${isLive() ? 'is' : 'will be'} ${location.host}${describePath()}.`,
      ),
      createElement(
        'div',
        { class: 'buttons' },
        createButton(
          isLive() ? 'Publish changes' : 'Publish now',
          (button) => publish(button),
          'go',
        ),
        closeButton(),
      ),
      // Other documents are scheduled once they've been published.
      collection === 'articles' || isLive() ? later : null,
      waiting ? createButton('End the schedule', (button) => publish(button, null)) : null,
    )
  }

  const describePath = () => editor.path

  function showSubmission() {
    const note = createElement('textarea', { name: 'note', rows: '3', maxlength: '1000' })
    show(
      'Submit to an editor',
      createElement('label', {}, 'A note for the editor, if you like', note),
      createElement(
        'div',
        { class: 'buttons' },
        createButton('Submit', (button) => submit(button, note.value), 'go'),
        closeButton(),
      ),
    )
  }

  async function submit(button: HTMLButtonElement, note: string) {
    button.disabled = true
    const { revision, base } = session.$saving.get()
    const submitted = await call('POST /api/desk/documents/:collection/:slug/submit', {
      collection,
      slug,
      revision,
      base,
      note,
    })
    button.disabled = false
    if (!submitted.ok) return explain(submitted.failure)
    show(
      'Submitted',
      createElement(
        'p',
        {},
        'Editors will find the draft under “Submitted”. You can continue writing.',
      ),
      closeButton(),
    )
  }

  function explain(failure: ApiFailure) {
    if (failure.code === 'outdated') {
      dialog.close()
      editor.onOutdated()
      return
    }
    problem.textContent = failure.message
  }

  async function publish(button: HTMLButtonElement, at?: Date | null) {
    button.disabled = true
    const isNewStory = collection === 'articles' && !isLive()
    const { revision, base } = session.$saving.get()
    const published = await call('POST /api/desk/documents/:collection/:slug/publish', {
      collection,
      slug,
      revision,
      base,
      ...(at === undefined ? {} : { at: at?.toISOString() ?? null }),
    })
    button.disabled = false
    if (!published.ok) return explain(published.failure)
    const path = published.value.path ?? describePath()
    const found = await call('GET /api/desk/documents/:collection/:slug', { collection, slug })
    if (found.ok) {
      const known = readKnownDocument(found.value)
      $document.set(found.value)
      // The published content includes the defaults that publishing adds.
      if (!hasUnsaved(session.$saving.get())) showContent(editor, known.content)
      session.rebase(known)
    }
    if (at === null) return show('No longer scheduled', closeButton())
    if (at) {
      const zone = nameZone(timeZone)
      show(
        'Scheduled',
        createElement(
          'p',
          {},
          `The draft will be published on ${describeInstant(at, timeZone)} (${zone}).`,
        ),
        closeButton(),
      )
      return
    }
    show(
      'Published',
      createElement(
        'p',
        {},
        createElement('a', { href: path, target: '_blank' }, `${location.host}${path}`),
      ),
      createElement(
        'p',
        {},
        isNewStory
          ? 'The front page and search will follow within a few minutes.'
          : 'Readers will see this within a few minutes.',
      ),
      closeButton('Done'),
    )
  }

  findAct('publish').addEventListener('click', open)
}
