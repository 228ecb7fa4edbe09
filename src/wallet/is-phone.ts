interface Agent {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile?: boolean };
}

/** A phone by its user agent, not by the width of its window: narrow desktops and touch laptops are none (T29). */
export function isPhone(agent: Agent | undefined = globalThis.navigator): boolean {
  if (agent === undefined) return false;
  return agent.userAgentData?.mobile ?? /Android.+Mobile|iPhone|iPod/.test(agent.userAgent);
}
