/** What VS Code's settings say of proxies: `http.proxy`, `http.noProxy`, `http.proxySupport`. */
export interface ProxySettings {
  readonly proxy?: string | undefined;
  readonly noProxy?: readonly string[] | undefined;
  readonly support?: string | undefined;
}

/**
 * The proxy for a host (without port); undefined where none is set, where it is switched off, and for hosts that are left out. An entry of
 * `noProxy` is a host, or what hosts end in when it begins with a dot or `*.`.
 */
export function proxyFor(
  hostname: string,
  { proxy, noProxy = [], support }: ProxySettings,
): string | undefined {
  if (proxy === undefined || !URL.canParse(proxy) || support === 'off') return undefined;
  const isLeftOut = noProxy.some((entry) => {
    const wanted = entry.toLowerCase().replace(/^\*(?=\.)/, '');
    const host = hostname.toLowerCase();
    return wanted === '*' || (wanted.startsWith('.') ? host.endsWith(wanted) : host === wanted);
  });
  return isLeftOut ? undefined : proxy;
}
