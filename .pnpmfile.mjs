// TypeDoc reads TypeScript with a compiler older than 7. As a peer it would be given the compiler of the workspace.
export const hooks = {
  readPackage(manifest) {
    if (manifest.name !== "typedoc") return manifest;
    const { typescript: _, ...peerDependencies } = manifest.peerDependencies;
    return { ...manifest, peerDependencies, dependencies: { ...manifest.dependencies, typescript: "6.0.3" } };
  },
};
