/**
 * Detects Global Privacy Control (https://w3c.github.io/gpc/) or Do Not Track. Pages then send nothing, but extensions
 * and proxies may add only the header.
 */
export const hasOptedOut = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.get('Sec-GPC') === '1' || headers.get('DNT') === '1'
