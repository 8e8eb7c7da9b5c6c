/** The names of those who write here, asked for where somebody follows one of them. */
import { type Writers, writersPath } from '../../contracts/writers.ts'

let asked: Promise<Writers> | undefined

/** Empty where there is no answer; then the next call asks again. */
export function writerNames(): Promise<Writers> {
  asked ??= fetch(writersPath)
    .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
    .catch(() => {
      asked = undefined
      return {}
    })
  return asked
}
