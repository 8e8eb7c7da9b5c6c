/** The title of an archive's page; pages behind the landing page say which they are. */
export function pageTitle(title: string, number: number | null): string {
  return number === null ? title : `${title}, page ${number}`
}
