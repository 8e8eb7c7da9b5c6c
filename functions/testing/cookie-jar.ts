/** A browser's cookies by name. */
export class CookieJar extends Map<string, string> {
  /** Returns the value of the `Cookie` header. */
  format(): string {
    return [...this].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Omits the cookies that every response sets because of the caller's country. */
  listNames(): string[] {
    return [...this.keys()].filter((name) => name !== 'country' && name !== 'visits')
  }

  /** Stores the cookies that a response sets, and deletes those that it clears. */
  store({ headers }: Response) {
    for (const line of headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') this.delete(name!)
      else this.set(name!, value!)
    }
  }
}
