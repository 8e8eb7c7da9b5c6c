/** Opens the gift whose code a reader types on /redeem. */
import { getGiftPath, parseGiftCode } from '../../domain/gift/gift-code.ts'

const form = document.querySelector<HTMLFormElement>('[data-redeem]')!
const input = form.querySelector('input')!
const problem = form.querySelector('[role="alert"]')!

function describeProblem(typed: string): string {
  if (typed === '') return 'Enter the code from your card.'
  return 'That isn’t a valid code. Check the card: the code has sixteen letters and digits, in four groups of four.'
}

function showProblem(message: string) {
  problem.textContent = message
  if (message) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const code = parseGiftCode(input.value)
  if (code) return location.assign(getGiftPath(code))
  showProblem(describeProblem(input.value.trim()))
  input.focus()
})

input.addEventListener('input', () => {
  if (parseGiftCode(input.value)) showProblem('')
})
