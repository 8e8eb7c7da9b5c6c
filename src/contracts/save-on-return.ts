import { loginAddress } from './login-address.ts'

/** The end of the address by which somebody who has just logged in saves the story that they came from. */
export const saveOnReturn = '#save'

/** Where a guest goes who wants to save a story. */
export function loginToSave(slug: string): string {
  return loginAddress(`/${slug}${saveOnReturn}`)
}
