/** Second-level names under which countries register domains, such as `co.in`. */
const registryNames = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'org'])

/**
 * The part of an address that its owner has registered: subdomains cost nothing. Guessed without the list of public
 * suffixes, which is larger than the Worker: a wrong guess puts unrelated addresses under one name.
 */
export function getRecipientDomain(email: string): string {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && registryNames.has(second) ? -3 : -2).join('.')
}
