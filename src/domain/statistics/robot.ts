/**
 * Matches programs that run scripts and identify themselves: search engines, link previews and monitors. A program that
 * claims to be a browser is counted as a reader.
 */
const robotPattern =
  /(?<!cu)bot\b|crawl|spider|slurp|facebookexternalhit|preview|lighthouse|pagespeed|pingdom|uptime|statuscake|gtmetrix|google-(?:read-aloud|inspectiontool)|googleother|python|curl|wget/i

export const isRobot = (userAgent: string): boolean => robotPattern.test(userAgent)
