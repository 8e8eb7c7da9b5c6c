/** Second-level names under which countries register domains, such as `co.in`. */
const registryNames = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'org'])

/**
 * Returns the part of an address that its owner has registered, because subdomains cost nothing. The part is guessed
 * without the public suffix list, which is larger than the Worker; a wrong guess groups unrelated addresses.
 */
export function getRecipientDomain(email: string): string {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && registryNames.has(second) ? -3 : -2).join('.')
}
