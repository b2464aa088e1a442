// What VS Code loads first; it ships as it stands here. Before it is activated the extension costs as little as an empty one.
exports.activate = (context) => require("./start.cjs").start(context);
