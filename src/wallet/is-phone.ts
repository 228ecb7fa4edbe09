interface Agent {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile?: boolean };
}

const PHONE = /Android.+Mobile|iPhone|iPod|Windows Phone|Opera Mini/;

/** A phone by its user agent, as narrow desktops and touch laptops are none; a wallet's browser is (decision 25). */
export function isPhone(agent: Agent | undefined = globalThis.navigator): boolean {
  if (agent === undefined) return false;
  return agent.userAgentData?.mobile === true || PHONE.test(agent.userAgent);
}
