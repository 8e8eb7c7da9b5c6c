/** Protects pages with a secret address: anyone who has the address can use the page. */
export function keepSecret(response: Response): Response {
  response.headers.set('Referrer-Policy', 'no-referrer')
  response.headers.set('X-Robots-Tag', 'noindex')
  response.headers.set('Cache-Control', 'no-store')
  return response
}
