/** Anyone can enter an email, so only a verified one identifies its owner. */
export type DataSubject = {
  readonly uid: string
  readonly email: string
  readonly emailVerified: boolean
}
