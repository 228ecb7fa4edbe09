// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// Sends the native coin it is called with onwards: the recipient is paid by an internal transfer, without any log.
contract Forwarder {
    function forward(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent, "forwarding failed");
    }
}
