/** All of these settings are public. */
export type AuthSettings = {
  readonly projectId: string
  readonly apiKey: string
  /** A fake's address; empty for Google's own. */
  readonly authUrl: string
  /** Empty if Google sign-in is off. */
  readonly googleClientId: string
  readonly googleUrl: string
}

/** Source: "OpenID Connect" in Google's identity documentation. */
export const googleDefaultUrl = 'https://accounts.google.com/o/oauth2/v2/auth'

export const googleLabel = 'Continue with Google'

export const googleReturnPath = '/login/google'
