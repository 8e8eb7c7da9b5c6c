export type LockEntry = {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  /** A folder of this project instead of a package. */
  readonly link?: boolean
}

/** The entry of the project itself. */
export const rootPath = ''

/** SHA-512 in base64, as the registry publishes it: a SHA-1 could be another package's too. */
const integrityPattern = /^sha512-[\w+/]{86}==$/

/** Without an integrity, npm would install whatever a registry or a proxy sends. */
export const needsIntegrity = (path: string, { integrity = '', link = false }: LockEntry) =>
  path !== rootPath && !link && !integrityPattern.test(integrity)

/** To be installable anywhere, the lock file needs every version and checksum, and no registry's addresses. */
export const findLockProblems = (packages: Readonly<Record<string, LockEntry>>): string[] =>
  Object.entries(packages).flatMap(([path, entry]) => [
    ...(entry.resolved === undefined || entry.link
      ? []
      : [`${path} contains its download address`]),
    ...(entry.version === undefined && !entry.link ? [`${path} has no version`] : []),
    ...(needsIntegrity(path, entry) ? [`${path} has no SHA-512 integrity`] : []),
  ])
