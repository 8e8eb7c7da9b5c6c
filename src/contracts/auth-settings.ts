/** What pages that sign readers in know of the sign-in services. Public by nature, all of it. */
export type AuthSettings = {
  readonly projectId: string
  readonly apiKey: string
  /** A stand-in's address; empty for Google's own. */
  readonly authUrl: string
  /** By which Google knows the publication; empty where nobody logs in with Google. */
  readonly googleClientId: string
  /** Where Google asks its users whether they want to be known here. */
  readonly googleUrl: string
}

/** Google's own page. Facts: "OpenID Connect" in Google's identity documentation. */
export const googleDefaultUrl = 'https://accounts.google.com/o/oauth2/v2/auth'

/** Where Google sends readers back to. */
export const googleReturnPath = '/login/google'
