/**
 * Keeps the answers of the welcome's forms on this device, and shows them on its last page. Sends
 * nothing. In the document:
 *
 *     <div data-answers="topics">    whose fields are named as the answer is
 *     <p data-kept>                  says that they are kept, and here that they are not
 *     <li data-answer="/tag/india">  shown where it was chosen, as is <p data-answer="3"> for the goal
 */
import { keepOnDevice, readFromDevice } from '../../browser/device-storage.ts'
import { type Answers, parseAnswers } from './answers.ts'

const key = 'welcome'
const answers = parseAnswers(readFromDevice(key))
const asked = document.querySelector<HTMLElement>('[data-answers]')

if (asked) {
  restore(asked, answers)
  asked.addEventListener('change', () => keep(asked))
}
for (const element of document.querySelectorAll<HTMLElement>('[data-answer]')) {
  const { answer = '' } = element.dataset
  element.hidden = !answers.topics.includes(answer) && answers.goal !== answer
}

function restore(within: HTMLElement, { topics, goal }: Answers) {
  for (const field of within.querySelectorAll('input')) {
    if (field.name === 'topics') field.checked = topics.includes(field.value)
    if (field.name === 'goal') field.checked = field.value === goal
  }
  for (const fields of within.querySelectorAll('fieldset')) fields.disabled = false
}

/** A page asks for one of the answers; the others stay as they were kept. */
function keep(within: HTMLElement) {
  const ticked = [...within.querySelectorAll<HTMLInputElement>('input:checked')]
  const values = ticked.map(({ value }) => value)
  const chosen = {
    ...parseAnswers(readFromDevice(key)),
    ...(within.dataset.answers === 'topics' ? { topics: values } : { goal: values[0] ?? null }),
  }
  const kept = document.querySelector<HTMLElement>('[data-kept]')
  if (!keepOnDevice(key, JSON.stringify(chosen)) && kept) {
    kept.textContent = 'This browser keeps nothing, so your answers end with this page.'
  }
}
