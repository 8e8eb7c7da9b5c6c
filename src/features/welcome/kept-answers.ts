/**
 * Keeps the answers of the welcome's forms on this device, and shows them on its last page. Sends
 * nothing. In the document:
 *
 *     <form data-answers="topics">   whose fields are named as the answer is
 *     <p data-kept>                  says that they are kept, and here that they are not
 *     <li data-answer="/tag/india">  shown where it was chosen, as is <p data-answer="3"> for the goal
 */
import { keepOnDevice, readFromDevice } from '../../browser/device-storage.ts'
import { type Answers, parseAnswers } from './answers.ts'

const key = 'welcome'
const answers = parseAnswers(readFromDevice(key))
const form = document.querySelector<HTMLFormElement>('form[data-answers]')

if (form) {
  restore(form, answers)
  form.addEventListener('change', () => keep(form))
  // The page has its own way on; Enter in a field is no answer.
  form.addEventListener('submit', (event) => event.preventDefault())
}
for (const element of document.querySelectorAll<HTMLElement>('[data-answer]')) {
  const { answer = '' } = element.dataset
  element.hidden = !answers.topics.includes(answer) && answers.goal !== answer
}

function restore(within: HTMLFormElement, { topics, goal }: Answers) {
  for (const field of within.querySelectorAll('input')) {
    if (field.name === 'topics') field.checked = topics.includes(field.value)
    if (field.name === 'goal') field.checked = field.value === goal
  }
  for (const fields of within.querySelectorAll('fieldset')) fields.disabled = false
}

/** A form has one of the answers; the others stay as they were kept. */
function keep(within: HTMLFormElement) {
  const fields = new FormData(within)
  const asked = within.dataset.answers
  const chosen = {
    ...parseAnswers(readFromDevice(key)),
    ...(asked === 'topics' ? { topics: fields.getAll('topics') } : {}),
    ...(asked === 'goal' ? { goal: fields.get('goal') } : {}),
  }
  const kept = document.querySelector<HTMLElement>('[data-kept]')
  if (!keepOnDevice(key, JSON.stringify(chosen)) && kept) {
    kept.textContent = 'This browser keeps nothing, so your answers end with this page.'
  }
}
