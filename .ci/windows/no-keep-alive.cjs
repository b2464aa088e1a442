// Loaded before a program (node -r): Wine 8 lacks the option of sockets that keeps a connection alive.
const net = require("node:net");

const { connect } = net;
const connectPlain = function (options, ...rest) {
  const hasOptions = typeof options === "object" && options !== null;
  return connect.call(this, hasOptions ? { ...options, keepAlive: false } : options, ...rest);
};
net.connect = connectPlain;
net.createConnection = connectPlain;
net.Socket.prototype.setKeepAlive = function () {
  return this;
};
