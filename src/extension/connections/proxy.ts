/** What VS Code's settings say of proxies: `http.proxy`, `http.noProxy`, `http.proxySupport`. */
export interface ProxySettings {
  readonly proxy?: string | undefined;
  readonly noProxy?: readonly string[] | undefined;
  readonly support?: string | undefined;
}

/** A host, which may be an IPv6 address in brackets, and perhaps a port. */
const ENTRY = /^(\*?\.)?(?<name>.+?)(:(?<only>\d+))?$/;

/**
 * The proxy for an address; undefined where the settings name none, or proxies are switched off there; false where its host is left out.
 * An entry of `noProxy` stands for a host and all below it, with `:port` for that port alone, as VS Code reads it (`shouldBypassProxy`
 * of its package `@vscode/proxy-agent` 0.45); one that begins with `*.` does so, too.
 */
export function proxyFor(
  { hostname, port, protocol }: URL,
  { proxy, noProxy = [], support }: ProxySettings,
): string | false | undefined {
  if (support === 'off') return undefined;
  const host = `.${hostname.toLowerCase()}`;
  const portAsked = port || (protocol === 'https:' ? '443' : '80');
  const isLeftOut = noProxy.some((entry) => {
    const { name, only } = ENTRY.exec(entry.trim().toLowerCase())?.groups ?? {};
    if (name === undefined || (only !== undefined && only !== portAsked)) return false;
    return name === '*' || host.endsWith(`.${name}`);
  });
  if (isLeftOut) return false;
  return proxy !== undefined && URL.canParse(proxy) ? proxy : undefined;
}
