/** The picture at the top of a story, which is chosen, replaced and described in its place. */
import { createElement } from '../../browser/create-element.ts'
import { getObjectPosition } from '../../domain/image/focal-point.ts'
import { getDeskImagePath } from '../../domain/image/image-path.ts'
import { createButton, findPart } from './editor-parts.ts'
import type { Fields, FieldsPanel } from './fields-panel.ts'
import { joinLines } from './paste/clean-text.ts'
import { type ChosenPicture, choosePicture } from './picture-chooser.ts'
import { describeChosen } from './picture-dialog.ts'

type Picture = { readonly [name: string]: Fields[string] }

const textFields = [
  ['alt', 'Description'],
  ['caption', 'Caption'],
  ['credit', 'Credit'],
] as const

const isPicture = (value: Fields[string] | undefined): value is Picture =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Once an editor has described the picture, `altNeeded` is removed. */
function withText(picture: Picture, name: string, text: string): Picture {
  const { [name]: _, altNeeded, ...others } = picture
  const isKept = altNeeded !== undefined && !(name === 'alt' && text !== '')
  return {
    ...others,
    // An empty caption is omitted; other texts have to be present.
    ...(text === '' && name === 'caption' ? {} : { [name]: text }),
    ...(isKept ? { altNeeded } : {}),
  }
}

/** `name` is the field's name. */
export function showLeadPicture(fields: FieldsPanel, name: string) {
  const place = findPart('lead')
  place.dataset.place = name
  place.tabIndex = -1
  let shownId: string | null = null

  async function replace(chosen: ChosenPicture | null) {
    const [picture] = await describeChosen(chosen)
    if (!picture) return
    const { caption, focus, ...others } = picture
    fields.set(name, {
      ...others,
      ...(caption === '' ? {} : { caption }),
      ...(focus === null ? {} : { focus }),
    })
  }

  const choose = async () => replace(await choosePicture(false))

  place.addEventListener('dragover', (event) => event.preventDefault())
  place.addEventListener('drop', (event) => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file) void replace({ files: [file] })
  })

  function showEmpty() {
    const button = createButton('Add the picture at the top', choose, 'quiet')
    place.replaceChildren(createElement('div', { class: 'no-picture' }, button))
  }

  function show({ [name]: image }: Fields) {
    const picture = isPicture(image) && readText(image.id) !== '' ? image : null
    const id = picture ? readText(picture.id) : ''
    if (id !== shownId) {
      shownId = id
      if (!picture) return showEmpty()
      const shown = createElement('img', { src: getDeskImagePath(id, 1080), alt: '' })
      shown.style.objectPosition = getObjectPosition(readText(picture.focus) || undefined) ?? ''
      place.replaceChildren(
        shown,
        createElement(
          'div',
          { class: 'card' },
          createElement(
            'div',
            { class: 'card-head' },
            createElement('span', { class: 'card-title' }, 'Picture at the top'),
            createElement(
              'span',
              { class: 'buttons' },
              createButton('Replace', choose, 'quiet'),
              createButton('Remove', () => fields.set(name, undefined), 'quiet'),
            ),
          ),
          ...textFields.map(([part, label]) => {
            const input = createElement('textarea', { name: part, dir: 'auto', rows: '1' })
            input.addEventListener('input', () => {
              const { [name]: current } = fields.read()
              const text = joinLines(input.value)
              if (isPicture(current)) fields.set(name, withText(current, part, text))
            })
            return createElement('label', {}, createElement('span', {}, label), input)
          }),
        ),
      )
    }
    for (const input of place.querySelectorAll('textarea'))
      if (input !== document.activeElement) input.value = readText(picture?.[input.name])
  }

  fields.listen(show)
  show(fields.read())
}
