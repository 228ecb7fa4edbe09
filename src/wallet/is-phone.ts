interface Agent {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile?: boolean };
}

const PHONE = /Android.+Mobile|iPhone|iPod|Windows Phone|Opera Mini/;

/**
 * Detects a phone by its user agent and not by window width, because narrow desktops and touch laptops are not phones
 * (decision 25). A wallet's own browser on a phone counts as a phone.
 */
export function isPhone(agent: Agent | undefined = globalThis.navigator): boolean {
  if (agent === undefined) return false;
  return agent.userAgentData?.mobile === true || PHONE.test(agent.userAgent);
}
